import { hkdfSync, randomBytes } from 'node:crypto';

/** Purposes of keys. Each has its own key derived from a root key, so that one key is useless for other purposes. */
export const purposes = [
  /** Signs access tokens. */
  'signing',
  /** Makes the tokens in mailed links. */
  'tokens',
  /** Hashes personal values in stream names. */
  'hashing',
  /** Wraps the vault's keys. */
  'wrapping',
  /** Encrypts answers that are stored for repeats. */
  'sealing',
  /** Encrypts the tokens of connected calendars. */
  'calendar',
] as const;
export type Purpose = (typeof purposes)[number];

/** The root key of a version, or a key derived for one purpose. */
export type RingEntry = { readonly version: number; readonly purpose: Purpose | null; readonly key: Buffer };

/** A malformed ring. The message never contains its text. */
export class BadRing extends Error {}

const keyLength = 32;
const entryPattern = /^(?:(\d{1,6})(?:\.([a-z]+))?:)?([A-Za-z0-9+/]+=*)$/;

const entryOf = (text: string): RingEntry => {
  const [, version = '1', name, base64 = ''] = entryPattern.exec(text) ?? [];
  const purpose = purposes.find((known) => known === name) ?? null;
  const key = Buffer.from(base64, 'base64');
  if (key.length !== keyLength) throw new BadRing('does not hold 32 bytes in base64');
  if (name !== undefined && purpose === null) throw new BadRing(`has a key for ${name}, which is no purpose`);
  if (Number(version) < 1) throw new BadRing('has a version below 1');
  return { version: Number(version), purpose, key };
};

const nameOf = ({ version, purpose }: RingEntry): string => `${version}${purpose ? `.${purpose}` : ''}`;

/**
 * Parses a ring, separated by white space or commas: `<version>:<key>` of a root key, `<version>.<purpose>:<key>` of
 * a derived one. A bare key is the root key of version 1. Throws {@link BadRing}.
 */
export const parseRing = (text: string): readonly RingEntry[] => {
  const entries = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(entryOf);
  if (entries.length === 0) throw new BadRing('does not hold 32 bytes in base64');
  if (new Set(entries.map(nameOf)).size < entries.length) throw new BadRing('has two keys of one version');
  return entries;
};

/** Returns the text of a ring, one entry per line; a single key of version 1 stays bare. */
export const formatRing = (entries: readonly RingEntry[]): string => {
  const lines = entries.map((entry) => `${nameOf(entry)}:${entry.key.toString('base64')}`);
  const [only] = entries;
  const bare = entries.length === 1 && only?.version === 1 && only.purpose === null;
  return `${bare ? only.key.toString('base64') : lines.join('\n')}\n`;
};

export const newRoot = (version: number): RingEntry => ({
  version,
  purpose: null,
  key: randomBytes(keyLength),
});

const derive = (root: Uint8Array, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', root, '', `visita/${purpose}`, keyLength));

/** Returns the keys of some purposes, one entry each, derived unless present. */
export const deriveEntries = (
  entries: readonly RingEntry[],
  wanted: readonly Purpose[],
): readonly RingEntry[] =>
  wanted.flatMap((purpose) => {
    const own = entries.filter((entry) => entry.purpose === purpose);
    const roots = entries.filter((entry) => entry.purpose === null);
    const derived = roots
      .filter(({ version }) => !own.some((entry) => entry.version === version))
      .map(({ version, key }) => ({ version, purpose, key: derive(key, purpose) }));
    return [...own, ...derived].toSorted((one, other) => other.version - one.version);
  });
