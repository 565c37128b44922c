import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';

/** Envelope recipient and full text of a mail. */
type Mail = { readonly to: string; readonly text: string };

/** Mail server like a provider's: STARTTLS, then authentication, then mails. */
export type MailServer = { readonly mails: Mail[]; close(): void };

type Place = { readonly host: string; readonly port: number; readonly account: string };

/** Accepts mails from `account` (`user:password`) over TLS only. */
export const startMailServer = async (place: Place, keys: SecureContextOptions): Promise<MailServer> => {
  const mails: Mail[] = [];
  const secureContext = createSecureContext(keys);
  const server = createServer((socket) => {
    const secure = () => {
      const over = new TLSSocket(socket, { isServer: true, secureContext });
      converse(over, { ...place, mails });
    };
    socket.write('220 mail.example\r\n');
    converse(socket, { ...place, mails, secure });
  }).listen(place.port, place.host);
  await once(server, 'listening');
  return { mails, close: () => void server.close() };
};

type Talk = Place & { readonly mails: Mail[]; readonly secure?: () => void };

const converse = (socket: Socket, { mails, account, secure }: Talk): void => {
  const login = Buffer.from(`\0${account.replace(':', '\0')}`).toString('base64');
  let [rest, to, known] = ['', '', false];
  let lines: string[] | null = null;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const answer = (line: string): void => {
    const word = line.split(' ', 1)[0]?.toUpperCase();
    if (word === 'EHLO') return say(secure ? '250-mail.example\r\n250 STARTTLS' : '250 AUTH PLAIN');
    if (word === 'QUIT') return void socket.end('221 bye\r\n');
    if (word === 'STARTTLS' && secure) {
      say('220 go on');
      socket.off('data', hear);
      return secure();
    }
    if (secure) return say('530 STARTTLS first');
    if (word === 'AUTH') {
      known = line === `AUTH PLAIN ${login}`;
      return say(known ? '235 welcome' : '535 wrong');
    }
    if (!known) return say('530 who are you');
    if (word === 'RCPT') to = /<(.+)>/.exec(line)?.[1] ?? '';
    if (word === 'DATA') lines = [];
    say(word === 'DATA' ? '354 go on' : '250 ok');
  };
  const take = (line: string): void => {
    if (!lines) return answer(line);
    if (line !== '.') return void lines.push(line);
    mails.push({ to, text: lines.join('\r\n') });
    lines = null;
    say('250 taken');
  };
  const hear = (chunk: Buffer): void => {
    const heard = (rest + chunk.toString()).split('\r\n');
    rest = heard.pop() ?? '';
    for (const line of heard) take(line);
  };
  socket.on('data', hear).on('error', () => undefined);
};
