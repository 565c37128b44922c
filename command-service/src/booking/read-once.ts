import type { Subject } from '@visita/contracts/event';
import type { Streams } from '@visita/platform/runtime/decider';
import type { Domain } from '../domain.ts';
import type { BookingDeps } from './deps.ts';

/** Returns a function that caches reads: a second read of the same key gets the first result. */
const memo = <Result>() => {
  const made = new Map<string, Promise<Result>>();
  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const reading = made.get(key) ?? read();
    made.set(key, reading);
    return reading;
  };
};

type Loading<State> = Pick<Streams<State, never>, 'load'>;

const once = <State, Kind extends Loading<State>>(streams: Kind & Loading<State>): Kind => {
  const seen = memo<Awaited<ReturnType<typeof streams.load>>>();
  return { ...streams, load: (id) => seen(id, () => streams.load(id)) };
};

/**
 * Dependencies of the reading phase of one command. A stream that is requested again is read once.
 */
export type Reads = BookingDeps & {
  /** Reads the key of a patient's data in advance, so that later writes need not wait for it. */
  readonly readKey: (patientId: string) => Promise<unknown>;
};

/** Makes the reads of one command. */
export const readOnce = (deps: BookingDeps): Reads => {
  const { domain, pseudonyms, personalKeys } = deps;
  const found = memo<string | null>();
  const keys = memo<unknown>();
  const read: Domain = {
    ...domain,
    agendas: once(domain.agendas),
    bookings: once(domain.bookings),
    clinics: once(domain.clinics),
    duplicates: once(domain.duplicates),
    hubs: once(domain.hubs),
    patients: once(domain.patients),
    pros: once(domain.pros),
  };
  return {
    ...deps,
    domain: read,
    pseudonyms: {
      ...pseudonyms,
      find: (value) => found(JSON.stringify(value), () => pseudonyms.find(value)),
    },
    readKey: (patientId) => {
      const subject: Subject = `patient-${patientId}`;
      return keys(subject, () => personalKeys.getKeys([subject]));
    },
  };
};

/**
 * Begins reads whose results are awaited later; a failure is reported when the result is awaited.
 */
export const begin = (...readings: readonly Promise<unknown>[]): void => {
  for (const reading of readings) reading.catch(() => undefined);
};
