import { LRUCache } from 'lru-cache';
import type { Outcome } from '@visita/platform/http/register';

/** Returns the answer to a question, cached while the tag stays the same. */
export type KeptAnswers = (question: string, tag: string, run: () => Promise<Outcome>) => Promise<Outcome>;

type Kept = { readonly tag: string; readonly outcome: Outcome & { readonly body: Buffer } };

/** Maximum size of the cache in bytes. */
const maximumBytes = 16_000_000;
/** Milliseconds after which an answer is computed again, so that an expired hold disappears. */
const lifetime = 60_000;

/**
 * Caches answers until their tag changes: the windows of a practice all reload after each change and share
 * one answer. The tag must be read before its answer; concurrent requests with the same tag share one
 * computation. Refusals are not cached.
 */
export const createKeptAnswers = (most = maximumBytes): KeptAnswers => {
  const kept = new LRUCache<string, Kept>({
    maxSize: most,
    sizeCalculation: ({ outcome }) => outcome.body.length + 1,
    ttl: lifetime,
  });
  const making = new Map<string, Promise<Outcome>>();

  const make = async (question: string, tag: string, run: () => Promise<Outcome>): Promise<Outcome> => {
    const { body, ...rest } = await run();
    const outcome = { ...rest, body: Buffer.from(body) };
    kept.set(question, { tag, outcome });
    return outcome;
  };

  return (question, tag, run) => {
    const known = kept.get(question);
    if (known?.tag === tag) return Promise.resolve(known.outcome);
    const one = `${tag} ${question}`;
    const begun = making.get(one);
    if (begun) return begun;
    const outcome = make(question, tag, run).finally(() => making.delete(one));
    making.set(one, outcome);
    return outcome;
  };
};
