import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { tryMailServer } from '@visita/notifier/mail/plain';
import { codeOf } from '@visita/platform/logging/log';
import { type Check, off, ok, wrong } from './check.ts';

/** How a kind of server is recognized. */
type Greeting = {
  readonly port: number;
  /** URL scheme of a connection encrypted from the start. */
  readonly secure: string | null;
  /** Request to send first, if the server waits for one. */
  readonly say: string | null;
  /** Start of its answer. */
  readonly begins: RegExp;
};

const greetings = {
  // NATS starts unencrypted under both of its schemes.
  NATS: { port: 4222, secure: null, say: null, begins: /^INFO / },
  // A server that requires a password is reachable as well.
  Redis: { port: 6379, secure: 'rediss:', say: 'PING\r\n', begins: /^(\+PONG|-NOAUTH)/ },
} as const satisfies Record<string, Greeting>;

const patience = 5_000;

/** Effects of each server's failure, for judging the urgency. */
const concerned: Readonly<Record<Kind, string>> = {
  NATS: 'open pages and the other services learn of no changes until then',
  Redis:
    'no mail is sent until then, not even confirmation links, so holds lapse; each process counts limits by itself',
};

const firstAnswer = (socket: Socket, say: string | null): Promise<string> =>
  new Promise((resolve, reject) => {
    socket.setTimeout(patience, () =>
      socket.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })),
    );
    socket.once('error', reject);
    socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    socket.once('data', (data: Buffer) => resolve(data.toString('latin1')));
    if (say !== null) socket.write(say);
  });

type Kind = keyof typeof greetings;

/** Returns the host and port of a server, and whether the connection is encrypted from the start. */
export const placeOf = (name: Kind, url: string) => {
  const { hostname, port, protocol } = new URL(url);
  const greeting: Greeting = greetings[name];
  const secure = protocol === greeting.secure;
  // URLs put IPv6 addresses in brackets, sockets do not.
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || greeting.port), secure };
};

const open = (at: ReturnType<typeof placeOf>): Socket => {
  if (!at.secure) return connectPlain(at);
  return connectSecure({ ...at, ...(isIP(at.host) ? {} : { servername: at.host }) });
};

const greetsAt = (name: Kind, url: string, known: string): Check => ({
  name: known,
  todo: `Start it, or correct its address: ${concerned[name]}.`,
  look: async () => {
    const at = placeOf(name, url);
    const { say, begins }: Greeting = greetings[name];
    const socket = open(at);
    try {
      const answer = await firstAnswer(socket, say);
      const where = `${at.host}:${at.port}`;
      if (begins.test(answer)) return ok(`answers at ${where}`);
      return wrong(`the server at ${where} is not ${name}`, 'Correct the address.');
    } finally {
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.destroy();
    }
  },
});

/** Checks that the configured servers of a kind answer as expected, each on its own. */
export const greet = (name: Kind, urls: readonly string[]): readonly Check[] => {
  const [only, ...more] = urls;
  if (only === undefined) return [{ name, todo: '', look: async () => off('not configured') }];
  if (more.length === 0) return [greetsAt(name, only, name)];
  return urls.map((url) => {
    const { host, port } = placeOf(name, url);
    return greetsAt(name, url, `${name} ${host}:${port}`);
  });
};

const smtpFailures: Readonly<Record<string, string>> = {
  EAUTH: 'It refuses the user and password in SMTP_URL: no mail is sent, not even confirmation links.',
  ETLS: 'It offers no STARTTLS, which is required: use smtps://, or another server.',
};

/** Checks that the mail server accepts a connection, including STARTTLS and login. */
export const mailServerTakes = (url: string | null): Check => ({
  name: 'SMTP',
  todo: 'Start it, or correct its address: no mail is sent until then, not even confirmation links.',
  look: async () => {
    if (url === null) return off('not configured');
    const { host } = new URL(url);
    try {
      await tryMailServer(url);
    } catch (error) {
      const { responseCode } = error as { responseCode?: number };
      const failure = [`${host} failed with ${codeOf(error)}`, responseCode].filter(Boolean).join(' ');
      const todo = smtpFailures[codeOf(error)];
      if (todo === undefined) throw error;
      return wrong(failure, todo);
    }
    return ok(
      `${host} accepts mails${new URL(url).username === '' ? ', without a login' : ' after the login'}`,
    );
  },
});

export const issuerAnswers = (issuer: string | null): Check => ({
  name: 'calendar issuer',
  todo: 'Calendars cannot be connected or updated until it is reachable.',
  look: async () => {
    if (issuer === null) return off('not configured');
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    const document = (await answer.json()) as { issuer?: unknown };
    if (answer.ok && document.issuer === issuer) return ok(new URL(issuer).host);
    return wrong(
      `${new URL(issuer).host} answers ${answer.status}, or names another issuer`,
      'Correct CALENDAR_ISSUER.',
    );
  },
});
