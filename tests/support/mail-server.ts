import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * - `take`: as it should.
 * - `refuse`: no sender is let in for now, so nothing is handed over.
 * - `hang up`: takes each mail, and closes the connection instead of saying so.
 * - `silent`: hears each mail to its end and never answers.
 */
export type Manner = 'take' | 'refuse' | 'hang up' | 'silent';

/** A mail that was handed over to its end. */
export type HandedOver = {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether the sender was told that it is taken. */
  readonly told: boolean;
};

/** As much of a mail server as one client needs. */
export type MailServer = {
  readonly port: number;
  /** Addresses that mails were meant for, the envelope's. */
  readonly recipients: string[];
  readonly mails: HandedOver[];
  behave(manner: Manner): void;
  /** What is said to mails for one recipient instead, at once or once a mail was read; null to take them. */
  turnAway(to: string, reply: string | null, when?: 'at once' | 'after reading'): void;
  close(): void;
};

/** Listens on 127.0.0.1. */
export const startMailServer = async ({
  port = 0,
  manner = 'take',
}: { port?: number; manner?: Manner } = {}): Promise<MailServer> => {
  const sockets = new Set<Socket>();
  const state: State = { recipients: [], mails: [], manner, turnedAway: new Map() };
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    serve(socket, state);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    recipients: state.recipients,
    mails: state.mails,
    behave: (next) => {
      state.manner = next;
    },
    turnAway: (to, reply, when = 'at once') => {
      if (reply === null) state.turnedAway.delete(to);
      else state.turnedAway.set(to, { reply, when });
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

type State = Pick<MailServer, 'recipients' | 'mails'> & {
  manner: Manner;
  readonly turnedAway: Map<string, { reply: string; when: 'at once' | 'after reading' }>;
};

const serve = (socket: Socket, state: State): void => {
  let lines: string[] | null = null;
  let to = '';
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const end = (text: string): void => {
    const messageId = /^message-id:\s*(<[^>]+>)/im.exec(text)?.[1] ?? '';
    const turned = state.turnedAway.get(to);
    if (turned) return void say(turned.reply);
    const told = state.manner === 'take';
    state.mails.push({ to, messageId, text, at: Date.now(), told });
    if (told) say('250 taken');
    else if (state.manner !== 'silent') socket.destroy();
  };
  const hear = (line: string): void => {
    if (lines) {
      if (line !== '.') return void lines.push(line);
      const text = lines.join('\r\n');
      lines = null;
      return end(text);
    }
    if (line === 'DATA') {
      lines = [];
      say('354 go on');
    } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
    else if (state.manner === 'refuse' && /^(MAIL|RCPT)/i.test(line)) say('451 not now');
    else {
      const recipient = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
      if (recipient) state.recipients.push((to = recipient));
      const turned = recipient === undefined ? undefined : state.turnedAway.get(recipient);
      say(turned?.when === 'at once' ? turned.reply : '250 ok');
    }
  };
  say('220 test');
  socket.on('data', (chunk) => {
    const heard = (rest + chunk.toString()).split('\r\n');
    rest = heard.pop() ?? '';
    for (const line of heard) hear(line);
  });
  socket.on('error', () => undefined);
};
