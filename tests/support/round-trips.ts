import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** Milliseconds by which each answer of the database is held back, so that what begins together overlaps. */
const heldBack = 100;

type Waves = string[][];
type Callback = (...results: unknown[]) => void;

/**
 * Counts round trips to PostgreSQL that wait for each other: a statement belongs to the wave after the latest one that
 * had ended when it began. Statements of every connection of this process go by their name or else their text.
 */
export const countRoundTrips = (counts: (text: string) => boolean) => {
  const { prototype } = Client;
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { query } = prototype;
  let waves: Waves = [];
  let ended = 0;
  const begin = (text: string): (() => Promise<void>) => {
    const own = waves;
    const wave = ended + 1;
    (own[wave - 1] ??= []).push(text.replaceAll(/\s+/g, ' ').trim());
    return async () => {
      await delay(heldBack);
      if (own === waves) ended = Math.max(ended, wave);
    };
  };
  const counted = function (this: Client, ...given: unknown[]): unknown {
    const [asked] = given as [string | { name?: string; text?: string }];
    const text = typeof asked === 'string' ? asked : (asked.name ?? asked.text ?? '');
    if (!counts(text)) return Reflect.apply(query, this, given);
    const end = begin(text);
    const last = given.at(-1);
    if (typeof last !== 'function') {
      return (async () => {
        try {
          return await Reflect.apply(query, this, given);
        } finally {
          await end();
        }
      })();
    }
    const answer = (...results: unknown[]) => void end().then(() => (last as Callback)(...results));
    return Reflect.apply(query, this, [...given.slice(0, -1), answer]);
  };
  prototype.query = counted as typeof query;
  return {
    /** Returns the waves of some work. */
    during: async (work: () => Promise<unknown>): Promise<Waves> => {
      [waves, ended] = [[], 0];
      await work();
      return waves;
    },
    end: (): void => {
      prototype.query = query;
    },
  };
};
