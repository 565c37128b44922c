import { Client, type ClientBase, type Connection } from 'pg';

/** Ms between two checks of a connection. */
const pause = 2_500;
/** Consecutive checks that must find the connection idle on the server. */
const looks = 2;
const askLimit = 2_000;
/** Milliseconds to wait if the server's state is unknown: longer than a statement may take. */
const longest = 65_000;

/** Parts that pg's types lack. */
type Inside = { readonly connection: Connection; readonly processID: number | null };

/**
 * Returns a function that watches a new connection. The monitor closes a connection whose answer never arrives, for
 * example because a router dropped its state: the current statement fails and the pool replaces the connection. Idle
 * connections are closed with it, as they are most likely dead too. A timeout cannot tell, because some statements
 * take minutes, so every `every` ms the server is asked over another connection with the same `settings` whether it
 * is still working.
 */
export const createConnectionMonitor = (settings: object, every = pause): ((client: ClientBase) => void) => {
  const all = new Set<Watched>();
  const found = (dead: Watched): void => {
    for (const one of all) if (one === dead || !one.busy()) one.destroy();
  };
  return (client) => {
    const watched = watch(client, { settings, every, found: () => found(watched) });
    all.add(watched);
    void watched.ended.then(() => all.delete(watched));
  };
};

type Watched = { busy(): boolean; destroy(): void; readonly ended: Promise<void> };
type Watching = { settings: object; every: number; found(): void };

const watch = (client: ClientBase, { settings, every, found }: Watching): Watched => {
  const { connection, processID } = client as unknown as Inside;
  const { stream } = connection;
  let [busy, heard, inVain, looking] = [false, 0, 0, false];

  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (...given: unknown[]) => {
    heard = performance.now();
    busy = true;
    return write(...given);
  };
  stream.on('data', () => {
    heard = performance.now();
    inVain = 0;
  });
  // This listener runs before pg's own listener, which may send the next statement.
  connection.prependListener('readyForQuery', () => {
    busy = false;
  });

  const look = async (): Promise<void> => {
    // A client that reads slowly, such as a copy to a slow target, cannot tell whether data arrived.
    if (stream.isPaused()) heard = performance.now();
    if (!busy || looking || performance.now() - heard < every) return;
    const before = heard;
    looking = true;
    // Without an answer the state is unknown, which counts as working.
    const state = await stateOf(settings, processID).catch(() => 'working' as const);
    looking = false;
    if (!busy || heard !== before) return;
    const dead = state === 'waiting' || (state === 'unknown' && performance.now() - before > longest);
    inVain = dead ? inVain + 1 : 0;
    if (inVain >= looks) found();
  };
  const timer = setInterval(() => void look(), every);
  timer.unref();
  const ended = new Promise<void>((resolve) => {
    connection.once('end', () => {
      clearInterval(timer);
      resolve();
    });
  });
  const destroy = () =>
    void stream.destroy(Object.assign(new Error('the connection is dead'), { code: 'ETIMEDOUT' }));
  return { busy: () => busy, destroy, ended };
};

/** During a statement the server may be waiting for the client, as in a copy from a slow source. */
const stateSql = `
  select case
    when state <> 'active' or wait_event = 'ClientWrite' then 'waiting'
    when wait_event = 'ClientRead' then 'unknown'
    else 'working' end as state
  from pg_stat_activity where pid = $1`;

type State = 'working' | 'waiting' | 'unknown';

/**
 * Returns the state of a server process; unknown if there is none with this id, as behind a pooler with ids of its
 * own.
 */
const stateOf = async (settings: object, pid: number | null): Promise<State> => {
  const client = new Client({ ...settings, connectionTimeoutMillis: askLimit, query_timeout: askLimit });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ state: State }>(stateSql, [pid]);
    return rows[0]?.state ?? 'unknown';
  } finally {
    await Promise.race([client.end(), new Promise((end) => setTimeout(end, askLimit).unref())]).catch(
      () => undefined,
    );
  }
};
