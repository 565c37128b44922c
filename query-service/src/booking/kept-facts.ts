import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../dependencies.ts';
import { type AvailabilityFacts, readAvailabilityFacts } from './availability-facts.ts';

/** The facts of a clinic's free times, as they are since its last change; undefined where nothing can be booked there. */
export type KeptFacts = (clinicId: string, change: string) => Promise<AvailabilityFacts | undefined>;

type Kept = { readonly change: string; readonly readAt: number; readonly facts: AvailabilityFacts };

/** Rows of all kept facts together, at most: about 20 MB. */
const maximumRows = 100_000;
/**
 * Milliseconds for which facts reach far enough: they end with the last open day and ten hours more. Holds that run out
 * meanwhile, and what lies in the past by then, the slot rule leaves out.
 */
const lifetime = 60_000;

const rowsOf = ({ hubs, services, windows, dayHours, closings, vacations, busy }: AvailabilityFacts) =>
  [hubs, services, windows, dayHours, closings, vacations, busy].reduce((sum, rows) => sum + rows.length, 0);

/**
 * Keeps what decides the free times of clinics for as long as nothing has happened there: most who look at free times come
 * between two changes, and find others than the one before only because the clock went on. A change has to be looked up
 * before its facts are read.
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
  /** Reads once for all who ask at the same time. */
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
