import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../core/config.ts';

/** Keys of 32 bytes, one for each purpose, all derived from the master key. */
export type Secrets = {
  /** Signs access tokens. */
  readonly signing: Buffer;
  /** Makes the tokens in mailed links. */
  readonly tokens: Buffer;
  /** Hashes personal values in names of streams. */
  readonly hashing: Buffer;
  /** Wraps the vault's keys. */
  readonly wrapping: Buffer;
  /** Seals answers that are kept to be repeated. */
  readonly sealing: Buffer;
  /** Seals the tokens of connected calendars. */
  readonly calendar: Buffer;
};

/**
 * Loads the master key as configured and derives all keys from it. Without configuration it is made once, in
 * `<var>/secrets/master.key`, readable by the owner only; several processes may start at once.
 */
export const loadSecrets = async (
  config: Pick<Config, 'environment' | 'masterKey' | 'varDirectory'>,
): Promise<Secrets> => deriveSecrets(await loadMasterKey(config));

/** All keys that follow from one master key. */
export const deriveSecrets = (master: Uint8Array): Secrets => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `visita/${purpose}`, 32));
  return {
    signing: derive('signing'),
    tokens: derive('tokens'),
    hashing: derive('hashing'),
    wrapping: derive('wrapping'),
    sealing: derive('sealing'),
    calendar: derive('calendar'),
  };
};

const loadMasterKey = async ({
  environment,
  masterKey,
  varDirectory,
}: Parameters<typeof loadSecrets>[0]): Promise<Buffer> => {
  if (masterKey) return decode(masterKey, 'MASTER_KEY');
  if (environment === 'production') {
    // One that appears where nobody looks is lost with its disk, and all personal data with it.
    throw new Error('Production needs MASTER_KEY or MASTER_KEY_FILE; `openssl rand -base64 32` makes one.');
  }
  const path = join(varDirectory, 'secrets', 'master.key');
  const existing = await readIfThere(path);
  if (existing) return decode(existing, path);
  await makeKeyFile(path);
  return decode(await readFile(path, 'utf8'), path);
};

/** Makes a file with a master key. A crash half-way leaves no half key: the file appears complete, and never replaces another. */
export const makeKeyFile = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await file.sync();
    await file.close();
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

const decode = (text: string, source: string): Buffer => {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new Error(`${source} does not hold 32 bytes in base64`);
  return key;
};

const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
