import type { Dependencies } from '../dependencies.ts';
import { createQuestionCache } from '../answer-cache.ts';
import { type AvailabilityFacts, readAvailabilityFacts } from './availability-facts.ts';

/**
 * Returns the facts for a clinic's free times as of its last change; undefined if the clinic has no bookable
 * hub.
 */
export type KeptFacts = (clinicId: string, change: string) => Promise<AvailabilityFacts | undefined>;

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
  strict,
}: Pick<Dependencies, 'pool' | 'clock' | 'strict'>): KeptFacts => {
  const cached = createQuestionCache<AvailabilityFacts | undefined>({
    clock,
    most: maximumRows,
    sizeOf: (facts) => (facts ? rowsOf(facts) + 1 : 0),
  });
  return (clinicId, change) =>
    cached(clinicId, { tag: change, lifetime }, () =>
      readAvailabilityFacts(pool, clinicId, {
        now: clock().getTime(),
        provenOnly: strict,
      }),
    );
};
