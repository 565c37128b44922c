import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * - `take`: accepts mails. - `refuse`: refuses every sender temporarily. - `hang up`: reads each mail and
 * closes the connection without a reply. - `silent`: reads each mail and never replies.
 */
export type Manner = 'take' | 'refuse' | 'hang up' | 'silent';

/** A mail that was received completely. */
export type HandedOver = {
  readonly to: string;
  readonly messageId: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly accepted: boolean;
};

export type MailServer = {
  readonly port: number;
  readonly recipients: string[];
  readonly mails: HandedOver[];
  behave(manner: Manner): void;
  /** Sets the reply to mails for a recipient, immediately or after reading; null accepts them. */
  turnAway(to: string, reply: string | null, when?: 'at once' | 'after reading'): void;
  close(): void;
};

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
    const accepted = state.manner === 'take';
    state.mails.push({ to, messageId, text, at: Date.now(), accepted });
    if (accepted) say('250 taken');
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
