import { Client, type ClientBase, type Connection } from 'pg';

/** Milliseconds from one look at a connection to the next. */
const pause = 2_500;
/** So many looks in a row must find that nobody is at it any more. */
const looks = 2;
const askLimit = 2_000;
/** Longer than a statement may take: so long is waited where the database cannot tell. */
const longest = 65_000;

/** What pg's types leave out. */
type Inside = { readonly connection: Connection; readonly processID: number | null };

/**
 * Makes what watches connections, each from when it is open. It ends one whose answer never comes, as where a machine
 * on the way forgot it: the statement in hand fails, and pools replace it. With it go those that are idle, which have
 * most likely died with it. How long an answer may take does not say it, since some take minutes; the database is
 * asked, over another connection with the same `settings`, whether it is still at it. Every so many milliseconds it
 * looks.
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
  // Before pg's own listener, which may send the next statement.
  connection.prependListener('readyForQuery', () => {
    busy = false;
  });

  const look = async (): Promise<void> => {
    // Who does not take what comes, as a copy to something slow, cannot know what came.
    if (stream.isPaused()) heard = performance.now();
    if (!busy || looking || performance.now() - heard < every) return;
    const before = heard;
    looking = true;
    // Who cannot ask does not know.
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

/** Within a statement it may be the client who takes its time, as with a copy from something slow. */
const stateSql = `
  select case
    when state <> 'active' or wait_event = 'ClientWrite' then 'waiting'
    when wait_event = 'ClientRead' then 'unknown'
    else 'working' end as state
  from pg_stat_activity where pid = $1`;

type State = 'working' | 'waiting' | 'unknown';

/** What a server process does; unknown where there is none of this id, as behind a pooler that gives out its own. */
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
