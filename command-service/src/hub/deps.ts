import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the hub commands. */
export type HubDeps = Pick<
  Dependencies,
  'requiredFactors' | 'domain' | 'hash' | 'now' | 'pause' | 'strict' | 'zones'
>;
