import { randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  type FileHandle,
  link,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { BadRing, formatRing, newRoot, parseRing } from '../secrets/ring-text.ts';

type Place = Pick<Config, 'environment' | 'masterKey' | 'masterKeyFile' | 'varDirectory'>;

/** Returns the path of the key ring file; null if the ring is given as text, which only the operator can change. */
export const keyFileOf = ({
  masterKey,
  masterKeyFile,
  varDirectory,
}: Omit<Place, 'environment'>): string | null => {
  if (masterKeyFile) return masterKeyFile;
  return masterKey ? null : join(varDirectory, 'secrets', 'master.key');
};

/**
 * Reads the current text of the key ring. If none is configured, creates a ring of one key in
 * `<var>/secrets/master.key`, readable by the owner only; safe for concurrent starts.
 */
export const readKeys = async (config: Place): Promise<string> => {
  const path = keyFileOf(config);
  if (path === null) return checked(config.masterKey ?? '', 'MASTER_KEY');
  if (!config.masterKey && config.environment === 'production') {
    // A generated key that is not backed up would be lost with its disk, and all personal data with it.
    throw new Error('Production needs MASTER_KEY or MASTER_KEY_FILE; `openssl rand -base64 32` makes one.');
  }
  const existing = await readIfThere(path);
  if (existing !== null) return checked(existing, path);
  await makeKeyFile(path);
  return checked(await readFile(path, 'utf8'), path);
};

/** Creates a file with a master key. The file appears complete, also after a crash, and never replaces another. */
export const makeKeyFile = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await withDraft(path, formatRing([newRoot(1)]), async (draft) => {
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  });
};

/** Replaces the ring in a file atomically, keeping owner and permissions. */
export const replaceKeyFile = async (path: string, text: string): Promise<void> => {
  const { uid, gid, mode } = await stat(path);
  await withDraft(path, text, async (draft) => {
    await chown(draft, uid, gid);
    await chmod(draft, mode & 0o777);
    await rename(draft, path);
    const directory = await open(dirname(path), 'r');
    await syncAndClose(directory);
  });
};

const syncAndClose = async (file: FileHandle, text?: string): Promise<void> => {
  try {
    if (text !== undefined) await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

const withDraft = async (
  path: string,
  text: string,
  use: (draft: string) => Promise<void>,
): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    await syncAndClose(file, text);
    await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
};

const checked = (text: string, source: string): string => {
  try {
    parseRing(text);
    return text;
  } catch (error) {
    throw error instanceof BadRing ? new Error(`${source} ${error.message}`) : error;
  }
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
