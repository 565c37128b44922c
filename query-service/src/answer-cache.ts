import type { Outcome } from '@visita/platform/http/register';

export type AnswerCacheOptions = {
  readonly clock: () => Date;
  /** Position that the read models have reached. */
  readonly position: () => string;
  /** Bytes of all kept answers together, at most. */
  readonly most?: number;
};

/** How old an answer to strangers may be. */
export type Freshness = {
  /** The position that a client has seen: nothing older than that. */
  readonly minimum: string;
  /** Milliseconds for which an answer holds whatever happens; null: for as long as nothing happens. */
  readonly lifetime: number | null;
};

/** Answers to strangers by what was asked. */
export type AnswerCache = {
  /** The kept answer, or a new one. */
  answer(question: string, freshness: Freshness, run: () => Promise<Outcome>): Promise<Outcome>;
};

type Entry = {
  readonly position: string;
  madeAt: number | null;
  bytes: number;
  readonly outcome: Promise<Outcome>;
};

const entriesMaximum = 1_000;

/** One answer a question at a time: callers that come while it is made wait for it. Refusals are not kept. */
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
