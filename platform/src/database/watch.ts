import { Client, type ClientBase, type Connection } from 'pg';

/** Milliseconds from one look at a connection to the next. */
const pause = 2_500;
/** So many looks in a row must find that nobody is at it any more. */
const looks = 2;
const askLimit = 2_000;

/** What pg's types leave out. */
type Inside = { readonly connection: Connection; readonly processID: number | null };

/**
 * Ends a connection whose answer never comes, as where a machine on the way forgot it: the statement in hand fails, and
 * pools replace it. How long an answer may take does not say it, since some take minutes; the database is asked, over
 * another connection with the same `settings`, whether it is still at it. Every so many milliseconds it looks.
 */
export const watchConnection = (client: ClientBase, settings: object, every = pause): void => {
  const { connection, processID } = client as unknown as Inside;
  const { stream } = connection;
  let [busy, heard, inVain] = [false, 0, 0];

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
    if (!busy || performance.now() - heard < every) return;
    const before = heard;
    // Who cannot ask does not know.
    const working = await isAtWork(settings, processID).catch(() => true);
    if (!busy || heard !== before) return;
    inVain = working ? 0 : inVain + 1;
    if (inVain >= looks)
      stream.destroy(Object.assign(new Error('the connection is dead'), { code: 'ETIMEDOUT' }));
  };
  const timer = setInterval(() => void look(), every);
  timer.unref();
  connection.once('end', () => clearInterval(timer));
};

const atWorkSql = `
  select state = 'active' and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite') as working
  from pg_stat_activity where pid = $1`;

/** Whether a server process does something but wait for its client. One that is not there has nothing to answer. */
const isAtWork = async (settings: object, pid: number | null): Promise<boolean> => {
  const client = new Client({ ...settings, connectionTimeoutMillis: askLimit, query_timeout: askLimit });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ working: boolean }>(atWorkSql, [pid]);
    return rows[0]?.working ?? false;
  } finally {
    await Promise.race([client.end(), new Promise((end) => setTimeout(end, askLimit).unref())]).catch(
      () => undefined,
    );
  }
};
