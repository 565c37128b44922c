import { createHash, timingSafeEqual } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '@visita/platform/logging/log';
import { z } from 'zod';
import { sorted } from '@visita/platform/event-store/chain';
import type { KeyedHash } from '@visita/platform/vault/hash';
import { ageSuffix, readPlain, type Recode } from './age.ts';
import { copyNameOf } from './plan.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.strictObject({
  format: z.literal(1),
  product: z.string(),
  /** ISO 8601 instant. */
  takenAt: z.iso.datetime(),
  /** Position of the last event. */
  position: z.string(),
  /** Hash of the chain up to the last event. */
  hash: sha256,
  encryption: z.string(),
  /** Migrations run, by schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_.]+$/),
      /** `<schema>.<table>`; null for the events and their positions. */
      table: z.string().nullable(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      sha256,
    }),
  ),
  /** Keyed hash of all other fields; missing in backups before 1.1. */
  authentication: sha256.optional(),
});

export type Manifest = z.infer<typeof manifest>;
export type BackupFile = Manifest['files'][number];

/** File of a backup that is written last. */
export const manifestName = 'manifest.json';
export const eventsName = 'events.jsonl';
export const positionsName = 'positions.txt';

/** The backup is invalid or incomplete; the message says where. */
export class DamagedBackup extends Error {}

/** Computes the keyed hash of a manifest, independent of the order of its keys. */
export const authenticate = (
  { authentication: _former, ...fields }: Manifest,
  hash: Pick<KeyedHash, 'keyed'>,
): string => hash.keyed('backup manifest', JSON.stringify(sorted(fields)));

/** Tells whether a manifest was written with the key of this hash and is unchanged. */
export const isAuthentic = (manifest: Manifest, hash: Pick<KeyedHash, 'keyed'>): boolean =>
  manifest.authentication !== undefined &&
  timingSafeEqual(Buffer.from(manifest.authentication), Buffer.from(authenticate(manifest, hash)));

export const encrypted =
  'Every file is encrypted (age) and cannot be read without the identity of the recipient. Personal data also needs the key ring.';

export const plain =
  'The files are not encrypted. Personal data, secrets and keys in them are, with keys derived from the master key, which is not included; ids, times, services and bookings are readable.';

/** Returns the SHA-256 of a file's plain bytes, in hex. */
const hashOfFile = async (path: string, open: Recode | null): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(await readPlain(path, open), hash);
  return hash.digest('hex');
};

/** Describes why a file cannot be read; "missing" only if the system reports it absent. */
const damageOf = (name: string, error: unknown, open: Recode | null): DamagedBackup => {
  const code = codeOf(error);
  if (code === 'ENOENT') return new DamagedBackup(`${name} is missing.`);
  if (code !== 'unknown') return new DamagedBackup(`${name} cannot be read (${code}).`);
  const why = open === null ? '' : ' or encrypted to another identity';
  return new DamagedBackup(`${name} is damaged${why}.`);
};

const readJson = async (path: string, open: Recode | null): Promise<unknown> => {
  try {
    return JSON.parse(await text(await readPlain(path, open)));
  } catch (error) {
    const { message } = damageOf(path, error, open);
    throw new DamagedBackup(`${message} Without it this is no backup, or one that was not finished.`);
  }
};

const isFileOf = (name: string, table: string | null): boolean =>
  table === null ? [eventsName, positionsName].includes(name) : name === copyNameOf(table);

/** Reads the manifest of a backup. Throws {@link DamagedBackup} if there is none. */
export const readManifest = async (directory: string, open: Recode | null): Promise<Manifest> => {
  const parsed = manifest.safeParse(await readJson(join(directory, manifestName), open));
  if (!parsed.success)
    throw new DamagedBackup(`${manifestName} has a format that this release does not know.`);
  const odd = parsed.data.files.find(({ name, table }) => !isFileOf(name, table));
  if (odd) throw new DamagedBackup(`${manifestName} names a file that no backup has: ${odd.name}.`);
  return parsed.data;
};

/** Reads the manifest and verifies all files. Throws {@link DamagedBackup}. */
export const readBackup = async (directory: string, open: Recode | null): Promise<Manifest> => {
  const found = await readManifest(directory, open);
  for (const { name, sha256: expected } of found.files) {
    const hash = await hashOfFile(join(directory, name), open).catch((error: unknown) => {
      throw damageOf(name, error, open);
    });
    if (hash !== expected)
      throw new DamagedBackup(`${name} is damaged: its SHA-256 is not that of the manifest.`);
  }
  return found;
};

/** Tells whether a backup is encrypted as a whole. */
export const isSealed = async (directory: string): Promise<boolean> =>
  access(join(directory, `${manifestName}${ageSuffix}`)).then(
    () => true,
    () => false,
  );
