import type { Streams } from '@visita/platform/runtime/decider';
import type { Dependencies } from './dependencies.ts';
import type { Domain } from './domain.ts';

type Loading<State> = Pick<Streams<State, never>, 'load'>;

const once = <State, Kind extends Loading<State>>(streams: Kind & Loading<State>): Kind => {
  const seen = new Map<string, ReturnType<typeof streams.load>>();
  return {
    ...streams,
    load: (id) => {
      const loading = seen.get(id) ?? streams.load(id);
      seen.set(id, loading);
      return loading;
    },
  };
};

/** Dependencies of one command whose reads are made once, and at once with others if they were begun before. */
export type Reads = Dependencies;

/** Makes the reads of one command. */
export const readOnce = (deps: Dependencies): Reads => {
  const { domain, pseudonyms } = deps;
  const found = new Map<string, Promise<string | null>>();
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
      find: (value) => {
        const key = JSON.stringify(value);
        const finding = found.get(key) ?? pseudonyms.find(value);
        found.set(key, finding);
        return finding;
      },
    },
  };
};
