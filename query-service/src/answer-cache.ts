import { LRUCache } from 'lru-cache';
import type { Outcome } from '@visita/platform/http/register';

/** Requirements on a cached value. */
export type Freshness = {
  /**
   * Position or last change that a new value shows. A cached value with this tag is as recent as a
   * new one.
   */
  readonly tag: string;
  /** If set, values with any tag from this one on are accepted. */
  readonly minimum?: string;
  /** Milliseconds for which a value is valid. */
  readonly lifetime: number;
};

/** Returns the cached value of a question, or makes a new one. */
export type QuestionCache<Value> = (
  question: string,
  freshness: Freshness,
  make: () => Promise<Value>,
) => Promise<Value>;

type Entry<Value> = { readonly tag: string; readonly madeAt: number | null; readonly value: Promise<Value> };

type Options<Value> = {
  readonly clock: () => Date;
  /** Maximum total size. */
  readonly most: number;
  /** Returns the size of a value; a value of size 0 is not cached. */
  readonly sizeOf: (value: Value) => number;
};

/** Maximum number of entries: strangers may ask many questions with small answers. */
const entriesMaximum = 5_000;

/**
 * Creates a cache by question, which evicts the least recently used values. Concurrent requests
 * share one computation. Failures are not cached. Read the tag before the value that it describes.
 */
export const createQuestionCache = <Value>({ clock, most, sizeOf }: Options<Value>): QuestionCache<Value> => {
  const entries = new LRUCache<string, Entry<Value>>({ max: entriesMaximum, maxSize: most });

  const holds = (entry: Entry<Value>, { tag, minimum, lifetime }: Freshness): boolean => {
    if (minimum === undefined ? entry.tag !== tag : entry.tag < minimum) return false;
    // A clock that was set back must not keep a value for longer.
    return entry.madeAt === null || Math.abs(clock().getTime() - entry.madeAt) < lifetime;
  };

  return (question, freshness, make) => {
    const known = entries.get(question);
    if (known && holds(known, freshness)) return known.value;
    const value = make();
    const entry = { tag: freshness.tag, madeAt: null, value };
    entries.set(question, entry, { size: 1 });
    const settle = (size: number): void => {
      if (entries.peek(question) !== entry) return;
      if (size === 0) entries.delete(question);
      else entries.set(question, { ...entry, madeAt: clock().getTime() }, { size });
    };
    value.then(
      (made) => settle(sizeOf(made)),
      () => settle(0),
    );
    return value;
  };
};

/** Creates a cache of answers of at most so many bytes. Bytes are compressed only once. */
export const createAnswerCache = (clock: () => Date, most = 16_000_000): QuestionCache<Outcome> => {
  const cached = createQuestionCache<Outcome & { readonly body: Buffer }>({
    clock,
    most,
    sizeOf: ({ body }) => body.length + 1,
  });
  return (question, freshness, run) =>
    cached(question, freshness, async () => {
      const { body, ...rest } = await run();
      return { ...rest, body: Buffer.from(body) };
    });
};
