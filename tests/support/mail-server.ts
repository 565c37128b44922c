import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** As much of a mail server as one client needs. */
export type MailServer = {
  readonly port: number;
  /** Addresses of the mails that came in, the envelope's. */
  readonly recipients: string[];
  close(): void;
};

/** Listens on 127.0.0.1. Where it does not `take` mails, it hears each to its end and never answers. */
export const startMailServer = async ({
  port = 0,
  takes = true,
}: { port?: number; takes?: boolean } = {}): Promise<MailServer> => {
  const recipients: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    serve(socket, recipients, takes);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    recipients,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

const serve = (socket: Socket, recipients: string[], takes: boolean): void => {
  let inData = false;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (inData) {
      if (line !== '.') return;
      inData = false;
      if (takes) say('250 taken');
    } else if (line === 'DATA') {
      inData = true;
      say('354 go on');
    } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
    else {
      const recipient = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
      if (recipient) recipients.push(recipient);
      say('250 ok');
    }
  };
  say('220 test');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  socket.on('error', () => undefined);
};
