/** Set of keys with false positives, but no false negatives. */
export type KeyFilter = {
  /** Adds a key; returns whether it may have been added before. */
  see(key: string): boolean;
};

/**
 * Size of a megabyte: 2 % false positives at a million keys, almost only false positives at ten
 * million.
 */
const bits = 2 ** 23;
const hashes = 4;

/** FNV-1a with a seed. */
const hashOf = (key: string, seed: number): number => {
  let hash = seed;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  // The last characters have affected the low bits only.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
};

/** Creates a Bloom filter: its memory does not grow with the number of keys. */
export const createKeyFilter = (): KeyFilter => {
  const words = new Uint32Array(bits / 32);
  return {
    see: (key) => {
      const [first, second] = [hashOf(key, 0x811c9dc5), hashOf(key, 0x9e3779b9) | 1];
      let seen = true;
      for (let nth = 0; nth < hashes; nth += 1) {
        const bit = (first + Math.imul(nth, second)) & (bits - 1);
        const mask = 1 << (bit & 31);
        if ((words[bit >>> 5]! & mask) === 0) seen = false;
        words[bit >>> 5]! |= mask;
      }
      return seen;
    },
  };
};
