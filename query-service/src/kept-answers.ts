import { LRUCache } from 'lru-cache';
import type { Outcome } from '@visita/platform/http/register';

/** The answer to a question, as it was made while its tag was this one. */
export type KeptAnswers = (question: string, tag: string, run: () => Promise<Outcome>) => Promise<Outcome>;

type Kept = { readonly tag: string; readonly outcome: Outcome & { readonly body: Buffer } };

/** Bytes of all kept answers together, at most. */
const maximumBytes = 16_000_000;
/** Milliseconds after which an answer is made anew: a held time that has run out must not be shown for long. */
const lifetime = 60_000;

/**
 * Keeps answers for as long as nothing has happened that they follow from, as their tags say: several open windows of a
 * practice, which all ask again after each change, have one made. A tag has to be taken before its answer is made; a
 * client that asks while one is made for the same tag waits for it. Refusals are not kept.
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
