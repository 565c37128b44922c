import type { Outcome } from '@visita/platform/http/register';

export type AnswerCacheOptions = {
  readonly clock: () => Date;
  /** Position that the read models have reached. */
  readonly position: () => string;
  /** Maximum size of the cache in bytes. */
  readonly most?: number;
};

/** Maximum age of a public answer. */
export type Freshness = {
  /** Position the client has seen: the answer must not be older. */
  readonly minimum: string;
  /** Milliseconds for which an answer is valid regardless of changes; null: until something changes. */
  readonly lifetime: number | null;
};

/** Cache of public answers by question. */
export type AnswerCache = {
  /** Returns the cached answer, or a new one. */
  answer(question: string, freshness: Freshness, run: () => Promise<Outcome>): Promise<Outcome>;
};

type Entry = {
  readonly position: string;
  madeAt: number | null;
  bytes: number;
  readonly outcome: Promise<Outcome>;
};

const entriesMaximum = 1_000;

/**
 * Creates the cache. Concurrent requests for the same question share one computation. Refusals are not
 * cached.
 */
export const createAnswerCache = ({
  clock,
  position,
  most = 16_000_000,
}: AnswerCacheOptions): AnswerCache => {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const forget = (question: string): void => {
    bytes -= entries.get(question)?.bytes ?? 0;
    entries.delete(question);
  };

  const trim = (): void => {
    for (const oldest of entries.keys()) {
      if (entries.size <= entriesMaximum && bytes <= most) return;
      forget(oldest);
    }
  };

  const make = (question: string, run: () => Promise<Outcome>): Entry => {
    const outcome = run().then(({ body, ...rest }) => ({ ...rest, body: Buffer.from(body) }));
    const entry: Entry = { position: position(), madeAt: null, bytes: 0, outcome };
    const made = ({ body }: { body: Buffer }): void => {
      entry.madeAt = clock().getTime();
      if (entries.get(question) !== entry) return;
      entry.bytes = body.length;
      bytes += body.length;
      trim();
    };
    outcome.then(made, () => {
      if (entries.get(question) === entry) forget(question);
    });
    forget(question);
    entries.set(question, entry);
    trim();
    return entry;
  };

  const holds = (entry: Entry, { minimum, lifetime }: Freshness): boolean => {
    if (entry.position < minimum) return false;
    if (lifetime === null) return entry.position === position();
    return entry.madeAt === null || clock().getTime() < entry.madeAt + lifetime;
  };

  return {
    answer: (question, freshness, run) => {
      const known = entries.get(question);
      return (known && holds(known, freshness) ? known : make(question, run)).outcome;
    },
  };
};
