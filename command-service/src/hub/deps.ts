import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the hub commands. */
export type HubDeps = Pick<
  Dependencies,
  'domain' | 'hash' | 'isUpdateComplete' | 'now' | 'pause' | 'requiredFactors' | 'strict' | 'zones'
>;
