import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Statements that are counted, and those of them that get a name: each connection keeps the plan of every name. */
const [counted, named] = [200, 12];
/** How often a statement has to come before it gets one. */
const often = 10;

/**
 * Names statements that are put together anew each time, once the same text has come often, so that they are read and
 * planned once a connection and no longer at each use.
 */
export const createHotStatements = () => {
  const uses = new LRUCache<string, { count: number; name?: string }>({ max: counted });
  let names = 0;
  return (text: string, values: readonly unknown[]) => {
    const known = uses.get(text) ?? { count: 0 };
    known.count += 1;
    uses.set(text, known);
    if (known.count === often && names < named) {
      names += 1;
      known.name = `hot-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
    }
    return { text, values: [...values], ...(known.name === undefined ? {} : { name: known.name }) };
  };
};
