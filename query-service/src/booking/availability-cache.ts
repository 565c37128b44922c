import type { Outcome } from '@visita/platform/http/register';

export type AvailabilityCacheOptions = {
  /** Milliseconds for which an answer is given again; 0 still joins requests that come at the same time. */
  readonly lifetime: number;
  readonly clock: () => Date;
  /** Position that the read models have reached. */
  readonly position: () => string;
};

/** Answers of the public page by what was asked, kept for a moment. */
export type AvailabilityCache = {
  /** The kept answer, or a new one. A kept one is never older than `minimum`, the position a client has seen. */
  answer(question: string, minimum: string, run: () => Promise<Outcome>): Promise<Outcome>;
};

type Entry = { readonly position: string; until: number; readonly outcome: Promise<Outcome> };

const entriesMaximum = 1_000;

/** One answer a question at a time: callers that come while it is made wait for it. Refusals are not kept. */
export const createAvailabilityCache = (options: AvailabilityCacheOptions): AvailabilityCache => {
  const { lifetime, clock, position } = options;
  const entries = new Map<string, Entry>();

  const make = (question: string, run: () => Promise<Outcome>): Entry => {
    const reached = position();
    const outcome = run().then(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body) }));
    const entry: Entry = { position: reached, until: Infinity, outcome };
    const forget = () => {
      if (entries.get(question) === entry) entries.delete(question);
    };
    const keep = () => (entry.until = clock().getTime() + lifetime);
    outcome.then(keep, forget);
    entries.delete(question);
    entries.set(question, entry);
    return entry;
  };

  const trim = (): void => {
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMaximum) return;
      entries.delete(oldest);
    }
  };

  return {
    answer: (question, minimum, run) => {
      const known = entries.get(question);
      if (known && known.position >= minimum && clock().getTime() < known.until) return known.outcome;
      const { outcome } = make(question, run);
      trim();
      return outcome;
    },
  };
};
