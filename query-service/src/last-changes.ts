import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { beginning } from '@visita/platform/event-store/port';
import { lastChangeOfPro, readLastOfEverybody } from '@visita/read-model/change/queries';
import { everybody } from '@visita/read-model/change/tables';
import type { ProjectedPosition } from '@visita/read-model/projected';
import { selectTogether, together } from '@visita/read-model/query';
import { type Membership, membershipsOfPro } from './clinic/membership.ts';

/** When something changed last that answers follow from; positions of the log. */
export type LastChanges = {
  /** Among what a pro's calendar shows. */
  ofPro(proId: string): Promise<string>;
  /** Where a pro belongs, as of the same look. */
  membershipsOf(proId: string): Promise<readonly Membership[]>;
  /** Among all that is neither visit nor patient. */
  ofEverybody(): Promise<string>;
};

type Options = { readonly pool: Pool; readonly projected: Pick<ProjectedPosition, 'current'> };
type Seen = { readonly change: string; readonly memberships: readonly Membership[] };
type Known = { readonly at: string; readonly seen: Promise<Seen> };

const maximumKnown = 10_000;

const ofOnePro = together('last-change', { changes: lastChangeOfPro, memberships: membershipsOfPro.text });
type Rows = { readonly changes: { readonly position: string | null }; readonly memberships: Membership };

const readOfPro = async (pool: Pool, proId: string): Promise<Seen> => {
  const { changes, memberships } = await selectTogether<Rows>(pool, ofOnePro, [proId]);
  return { change: changes[0]?.position ?? beginning, memberships };
};

const readOfEverybody = async (pool: Pool): Promise<Seen> => ({
  change: await readLastOfEverybody(pool),
  memberships: [],
});

/** Looks once for each position that the read models reach. */
export const createLastChanges = ({ pool, projected }: Options): LastChanges => {
  const known = new LRUCache<string, Known>({ max: maximumKnown });

  const look = (scope: string, read: () => Promise<Seen>): Promise<Seen> => {
    const at = projected.current();
    const before = known.get(scope);
    if (before?.at === at) return before.seen;
    const seen = read();
    known.set(scope, { at, seen });
    seen.catch(() => known.delete(scope));
    return seen;
  };
  const ofPro = (proId: string) => look(proId, () => readOfPro(pool, proId));

  return {
    ofPro: async (proId) => (await ofPro(proId)).change,
    membershipsOf: async (proId) => (await ofPro(proId)).memberships,
    ofEverybody: async () => (await look(everybody, () => readOfEverybody(pool))).change,
  };
};
