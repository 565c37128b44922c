import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../dependencies.ts';
import { type AvailabilityFacts, readAvailabilityFacts } from './availability-facts.ts';

/**
 * Returns the facts for a clinic's free times as of its last change; undefined if the clinic has no bookable
 * hub.
 */
export type KeptFacts = (clinicId: string, change: string) => Promise<AvailabilityFacts | undefined>;

type Kept = { readonly change: string; readonly readAt: number; readonly facts: AvailabilityFacts };

/** Maximum rows in the cache: about 20 MB. */
const maximumRows = 100_000;
/**
 * Milliseconds for which facts stay valid: they end ten hours after the last open day. The slot rule ignores
 * past times and expired holds.
 */
const lifetime = 60_000;

const rowsOf = ({ hubs, services, windows, dayHours, closings, vacations, busy }: AvailabilityFacts) =>
  [hubs, services, windows, dayHours, closings, vacations, busy].reduce((sum, rows) => sum + rows.length, 0);

/**
 * Caches the facts of clinics until something changes there: between two changes, free times differ only by
 * the clock. The last change must be read before its facts.
 */
export const createKeptFacts = ({
  pool,
  clock,
  rules,
}: Pick<Dependencies, 'pool' | 'clock' | 'rules'>): KeptFacts => {
  const kept = new LRUCache<string, Kept>({
    maxSize: maximumRows,
    sizeCalculation: ({ facts }) => rowsOf(facts) + 1,
  });

  const read = async (clinicId: string, change: string): Promise<AvailabilityFacts | undefined> => {
    const now = clock().getTime();
    const facts = await readAvailabilityFacts(pool, clinicId, {
      now,
      provenOnly: rules.isOn('proven-addresses'),
    });
    if (facts) kept.set(clinicId, { change, readAt: now, facts });
    return facts;
  };

  const reading = new Map<string, ReturnType<typeof read>>();
  /** Shares a running read between concurrent callers. */
  const readOnce = (clinicId: string, change: string): ReturnType<typeof read> => {
    const key = `${clinicId} ${change}`;
    const running = reading.get(key) ?? read(clinicId, change).finally(() => reading.delete(key));
    reading.set(key, running);
    return running;
  };

  return async (clinicId, change) => {
    const known = kept.get(clinicId);
    const isKept = known?.change === change && Math.abs(clock().getTime() - known.readAt) < lifetime;
    return isKept ? known.facts : readOnce(clinicId, change);
  };
};
