import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Number of statements that are counted, and of those that get a name: each connection keeps a plan
 * for every name.
 */
const [counted, named] = [200, 12];
/** Uses after which a statement is named. */
const often = 10;

/**
 * Names generated statements once the same text was used often, so that each connection parses and plans them once.
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
