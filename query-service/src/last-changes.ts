import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { readLastChange, readLastOfEverybody } from '@visita/read-model/change/queries';
import { everybody } from '@visita/read-model/change/tables';
import type { ProjectedPosition } from '@visita/read-model/projected';

/** When something changed last that answers follow from; positions of the log. */
export type LastChanges = {
  /** Among what a pro's calendar shows. */
  ofPro(proId: string): Promise<string>;
  /** Among all that is neither visit nor patient. */
  ofEverybody(): Promise<string>;
};

type Options = { readonly pool: Pool; readonly projected: Pick<ProjectedPosition, 'current'> };
type Known = { readonly at: string; readonly change: Promise<string> };

const maximumKnown = 10_000;

/** Looks once for each position that the read models reach. */
export const createLastChanges = ({ pool, projected }: Options): LastChanges => {
  const known = new LRUCache<string, Known>({ max: maximumKnown });

  const look = (scope: string, read: () => Promise<string>): Promise<string> => {
    const at = projected.current();
    const before = known.get(scope);
    if (before?.at === at) return before.change;
    const change = read();
    known.set(scope, { at, change });
    change.catch(() => known.delete(scope));
    return change;
  };

  return {
    ofPro: (proId) => look(proId, () => readLastChange(pool, proId)),
    ofEverybody: () => look(everybody, () => readLastOfEverybody(pool)),
  };
};
