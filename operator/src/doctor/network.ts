import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { type Check, off, ok, wrong } from './check.ts';

/** How a server shows that it is one. */
type Greeting = {
  readonly port: number;
  /** Its scheme where the connection is encrypted from the start. */
  readonly secure: string | null;
  /** Said first, where it waits for that. */
  readonly say: string | null;
  /** How its answer begins. */
  readonly begins: RegExp;
};

const greetings = {
  // NATS begins in the clear under both of its schemes.
  NATS: { port: 4222, secure: null, say: null, begins: /^INFO / },
  // One that wants a password first is there as well.
  Redis: { port: 6379, secure: 'rediss:', say: 'PING\r\n', begins: /^(\+PONG|-NOAUTH)/ },
  SMTP: { port: 587, secure: 'smtps:', say: null, begins: /^220/ },
} as const satisfies Record<string, Greeting>;

const patience = 5_000;

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

/** Where a server listens, and whether the connection is encrypted from the start. */
export const placeOf = (name: Kind, url: string) => {
  const { hostname, port, protocol } = new URL(url);
  const greeting: Greeting = greetings[name];
  const secure = protocol === greeting.secure;
  const usual = name === 'SMTP' && secure ? 465 : greeting.port;
  // An address of IPv6 stands in brackets in a URL, and nowhere else.
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || usual), secure };
};

const open = (at: ReturnType<typeof placeOf>): Socket => {
  if (!at.secure) return connectPlain(at);
  return connectSecure({ ...at, ...(isIP(at.host) ? {} : { servername: at.host }) });
};

const greetsAt = (name: Kind, url: string, known: string): Check => ({
  name: known,
  todo: `Start it, or put its address right; nothing but ${name} is concerned until then.`,
  look: async () => {
    const at = placeOf(name, url);
    const { say, begins }: Greeting = greetings[name];
    const socket = open(at);
    try {
      const answer = await firstAnswer(socket, say);
      const where = `${at.host}:${at.port}`;
      if (begins.test(answer)) return ok(`answers at ${where}`);
      return wrong(`what answers at ${where} is no ${name}`, 'Put its address right.');
    } finally {
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.destroy();
    }
  },
});

/** Whether the configured servers of a kind greet as they should, each by itself. */
export const greet = (name: Kind, urls: readonly string[]): readonly Check[] => {
  const [only, ...more] = urls;
  if (only === undefined) return [{ name, todo: '', look: async () => off('not configured') }];
  if (more.length === 0) return [greetsAt(name, only, name)];
  return urls.map((url) => {
    const { host, port } = placeOf(name, url);
    return greetsAt(name, url, `${name} ${host}:${port}`);
  });
};

/** Whether the calendar service describes itself. */
export const issuerAnswers = (issuer: string | null): Check => ({
  name: 'calendar issuer',
  todo: 'Calendars are not connected or kept up to date until it can be reached.',
  look: async () => {
    if (issuer === null) return off('not configured');
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    const document = (await answer.json()) as { issuer?: unknown };
    if (answer.ok && document.issuer === issuer) return ok(new URL(issuer).host);
    return wrong(
      `${new URL(issuer).host} answers ${answer.status}, or names another issuer`,
      'Set CALENDAR_ISSUER right.',
    );
  },
});
