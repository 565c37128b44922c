import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { beginning } from '@visita/platform/event-store/port';
import {
  type Change,
  changesOfPro,
  readChangesOfClinic,
  readChangesSince,
  readLastOfEverybody,
} from '@visita/read-model/change/queries';
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
  /** Among what a clinic's free times follow from, but for the clock. */
  ofClinic(clinicId: string): Promise<string>;
  /** Among all that is neither visit nor patient. */
  ofEverybody(): Promise<string>;
};

type Options = { readonly pool: Pool; readonly projected: Pick<ProjectedPosition, 'current'> };

/** What was read of a pro, a clinic or everybody, once; later changes are heard of by their scopes. */
type Seen = { readonly changes: readonly Change[]; readonly memberships: readonly Membership[] };
type Known = { readonly at: string; readonly seen: Promise<Seen> };

/** All that is remembered, as of `at`: the last change of every scope since this began, and what was read meanwhile. */
type Memory = {
  at: string;
  readonly changed: Map<string, string>;
  readonly pros: LRUCache<string, Known>;
  /** Apart from those: strangers ask for any number of clinics that are none. */
  readonly clinics: LRUCache<string, Known>;
};

const maximumKnown = 10_000;
/** Scopes that are remembered, and changes that are read at once: beyond that it is cheaper to begin anew. */
const maximumChanged = 5_000;

const ofOnePro = together('last-change', { changes: changesOfPro, memberships: membershipsOfPro.text });
type Rows = {
  readonly changes: { readonly scope: string; readonly position: string | null };
  readonly memberships: Membership;
};

const readOfPro = async (pool: Pool, proId: string): Promise<Seen> => {
  const { changes, memberships } = await selectTogether<Rows>(pool, ofOnePro, [proId]);
  return {
    changes: changes.map(({ scope, position }) => ({ scope, position: position ?? beginning })),
    memberships,
  };
};

const readOfEverybody = async (pool: Pool): Promise<Seen> => {
  const [change = { scope: everybody, position: beginning }] = await readLastOfEverybody(pool);
  return { changes: [change], memberships: [] };
};

const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Reads of each pro once what concerns them, and for each position that the read models reach what changed since the one
 * before, once for all who ask. Where a pro belongs changes with what concerns everybody, and is read again then.
 */
export const createLastChanges = ({ pool, projected }: Options): LastChanges => {
  const beginAt = (at: string): Memory => ({
    at,
    changed: new Map(),
    pros: new LRUCache({ max: maximumKnown }),
    clinics: new LRUCache({ max: maximumKnown }),
  });
  let memory: Memory | undefined;
  let looking: Promise<void> | undefined;

  const look = async (from: Memory): Promise<void> => {
    const to = projected.current();
    const { reached, changes } = await readChangesSince(pool, from.at, maximumChanged);
    if (changes.length === maximumChanged || from.changed.size > maximumChanged) {
      memory = beginAt(to);
      return;
    }
    for (const { scope, position } of changes) from.changed.set(scope, position);
    // What this look saw may be newer than what was heard of when it began.
    from.at = later(to, reached);
  };

  /** The memory once it knows what the read models show at this moment. */
  const caughtUp = async (): Promise<Memory> => {
    const wanted = projected.current();
    // What is read from now on shows all of that.
    memory ??= beginAt(wanted);
    while (memory.at < wanted) {
      looking ??= look(memory).finally(() => {
        looking = undefined;
      });
      await looking;
    }
    return memory;
  };

  const of = async (kind: 'pros' | 'clinics', scope: string, read: () => Promise<Seen>) => {
    const { at, changed, [kind]: known } = await caughtUp();
    const before = known.get(scope);
    const isOld = !before || (changed.get(everybody) ?? beginning) > before.at;
    const seen = isOld ? read() : before.seen;
    if (isOld) {
      known.set(scope, { at, seen });
      seen.catch(() => known.delete(scope));
    }
    const { changes, memberships } = await seen;
    const change = changes
      .map((one) => later(one.position, changed.get(one.scope) ?? beginning))
      .reduce(later, beginning);
    return { change, memberships };
  };
  const ofPro = (proId: string) => of('pros', proId, () => readOfPro(pool, proId));

  return {
    ofPro: async (proId) => (await ofPro(proId)).change,
    membershipsOf: async (proId) => (await ofPro(proId)).memberships,
    ofClinic: async (clinicId) => {
      const read = async () => ({ changes: await readChangesOfClinic(pool, clinicId), memberships: [] });
      return (await of('clinics', clinicId, read)).change;
    },
    ofEverybody: async () => (await of('pros', everybody, () => readOfEverybody(pool))).change,
  };
};
