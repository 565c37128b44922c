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

/** Log positions of the last changes that answers depend on. */
export type LastChanges = {
  /** Last change in what a pro's calendar shows. */
  ofPro(proId: string): Promise<string>;
  /** A pro's memberships, from the same read. */
  membershipsOf(proId: string): Promise<readonly Membership[]>;
  /** Last change that affects a clinic's free times. */
  ofClinic(clinicId: string): Promise<string>;
  /** Last change of anything but visits and patients. */
  ofEverybody(): Promise<string>;
};

type Options = { readonly pool: Pool; readonly projected: Pick<ProjectedPosition, 'current'> };

/** Changes and memberships read once; later changes are applied by scope. */
type Seen = { readonly changes: readonly Change[]; readonly memberships: readonly Membership[] };
type Known = { readonly at: string; readonly seen: Promise<Seen> };

/** Cache as of `at`: the last change of every scope since its start, and the values read meanwhile. */
type Memory = {
  at: string;
  readonly changed: Map<string, string>;
  readonly pros: LRUCache<string, Known>;
  /** Clinics are cached separately, since strangers may ask for any number of unknown clinics. */
  readonly clinics: LRUCache<string, Known>;
};

const maximumKnown = 10_000;
/**
 * Maximum number of scopes in the cache and of changes per read; beyond it a restart is cheaper.
 */
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
 * Reads each pro's changes once, and for each new position of the read models the changes since the last one,
 * shared by concurrent callers. Memberships are read again after a change that concerns everyone.
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
    // This read may have seen newer changes than were announced when it began.
    from.at = later(to, reached);
  };

  /** Returns the cache once it knows everything the read models show at this moment. */
  const caughtUp = async (): Promise<Memory> => {
    const wanted = projected.current();
    // Reads from now on show at least this position.
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
