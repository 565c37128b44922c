import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the clinic commands. */
export type ClinicDeps = Pick<
  Dependencies,
  'domain' | 'isUpdateComplete' | 'now' | 'requiredFactors' | 'zones'
>;
