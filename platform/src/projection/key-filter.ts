/** Which keys were seen; it may take one for seen that was not, and never the other way round. */
export type KeyFilter = {
  /** Whether it may have been seen before; it has been from now on. */
  see(key: string): boolean;
};

/** A megabyte: of a million keys two in a hundred are taken for seen too soon, of ten million nearly all. */
const bits = 2 ** 23;
const hashes = 4;

/** FNV-1a; each seed makes another hash of it. */
const hashOf = (key: string, seed: number): number => {
  let hash = seed;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  // The last letters have reached the low bits only.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
};

/** A Bloom filter: what it takes of memory does not grow with what it sees. */
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
