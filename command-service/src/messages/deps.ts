import type { Messaging } from '@visita/platform/messages/messaging';
import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the calls of SMS gateways and of patients' own pages. */
export type MessageDeps = Pick<Dependencies, 'domain' | 'now' | 'publicOrigin'> & {
  readonly messaging: Messaging;
};
