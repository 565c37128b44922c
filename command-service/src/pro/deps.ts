import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the commands of a professional's account. */
export type ProDeps = Pick<Dependencies, 'domain' | 'hash' | 'legalHolds' | 'now' | 'sessions' | 'strict'>;
