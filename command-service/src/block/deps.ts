import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the block commands. */
export type BlockDeps = Pick<Dependencies, 'domain' | 'isUpdateComplete' | 'now' | 'zones'>;
