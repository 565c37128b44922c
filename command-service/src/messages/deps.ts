import type { Messaging } from '@visita/platform/messages/messaging';
import type { Dependencies } from '../dependencies.ts';

/** Dependencies of patients' own pages. */
export type OwnPageDeps = Pick<
  Dependencies,
  'domain' | 'now' | 'publicOrigin' | 'waitingEntries' | 'waitingTokens' | 'zones'
> & { readonly messaging: Pick<Messaging, 'numbers'> };

/** Dependencies of the calls of SMS gateways. */
export type MessageDeps = Pick<Dependencies, 'domain' | 'now' | 'publicOrigin'> & {
  readonly messaging: Messaging;
};
