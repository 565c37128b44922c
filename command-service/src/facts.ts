import type { Streams } from '@visita/platform/runtime/decider';
import type { Dependencies } from './dependencies.ts';
import type { Domain } from './domain.ts';

type Loading<State> = Pick<Streams<State, never>, 'load'>;

/** Of each stream what was read first counts; whoever has to look again asks the streams themselves. */
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

/** What a command works with where each fact that it is decided with is read once, however many parts of it ask. */
export type Facts = Dependencies & {
  /** The streams themselves, for finding out what became of something meanwhile. */
  readonly present: Domain;
};

/** The facts of one command. */
export const factsFor = (deps: Dependencies): Facts => {
  const { domain, pseudonyms } = deps;
  const found = new Map<string, Promise<string | null>>();
  return {
    ...deps,
    present: domain,
    domain: {
      ...domain,
      agendas: once(domain.agendas),
      clinics: once(domain.clinics),
      duplicates: once(domain.duplicates),
      hubs: once(domain.hubs),
      patients: once(domain.patients),
      pros: once(domain.pros),
    },
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
