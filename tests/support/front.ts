import { once } from 'node:events';
import {
  createServer,
  request as requestTo,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Reverse proxy in front of the product, as in production; it can go down and switch to another build. */
export type Front = {
  /** Such as `http://127.0.0.1:41234`; it does not change. */
  readonly address: string;
  /** Sets the product's address; required before the first request. */
  to(address: string): void;
  /** Stops listening and closes open connections. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Edits the text responses whose path matches from now on. */
  change(path: RegExp, edit: (text: string) => string): void;
};

type Change = { path: RegExp; edit: (text: string) => string };

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

export const startFront = async (): Promise<Front> => {
  let target = new URL('http://127.0.0.1:1');
  let port = 0;
  let server: Server | null = null;
  const changes: Change[] = [];
  const sockets = new Set<Duplex>();

  /** The product accepts only its own host name. */
  const headersOf = ({ headers }: IncomingMessage) => ({
    ...headers,
    host: target.host,
    ...(headers.origin === undefined ? {} : { origin: target.origin }),
  });

  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const wanted = changes.filter(({ path }) => path.test(request.url ?? ''));
    const headers = headersOf(request);
    if (wanted.length > 0)
      // A response to edit must be complete and uncompressed.
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const)
        delete headers[name];
    const { hostname, port: targetPort } = target;
    const asked = requestTo(
      { hostname, port: targetPort, method: request.method, path: request.url, headers },
      (answer) => {
        if (wanted.length === 0) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          return;
        }
        void textOf(answer).then((text) => {
          // Length and validators no longer match.
          for (const name of ['content-type', 'content-security-policy'])
            if (answer.headers[name]) response.setHeader(name, answer.headers[name]);
          response.statusCode = answer.statusCode ?? 502;
          response.end(wanted.reduce((changed, { edit }) => edit(changed), text));
        });
      },
    );
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  };

  const upgrade = (request: IncomingMessage, socket: Duplex): void => {
    const onward = connect(Number(target.port), target.hostname);
    const head = Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${String(value)}`);
    onward.write(`GET ${request.url} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => sockets.delete(end));
    }
    socket.pipe(onward).pipe(socket);
  };

  const listen = async (): Promise<void> => {
    server = createServer(pass).on('upgrade', upgrade);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as { port: number });
  };
  await listen();

  return {
    address: `http://127.0.0.1:${port}`,
    to: (address) => {
      target = new URL(address);
    },
    goAway: async () => {
      const leaving = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      leaving?.closeAllConnections();
      leaving?.close();
      if (leaving) await once(leaving, 'close');
    },
    comeBack: listen,
    change: (path, edit) => void changes.push({ path, edit }),
  };
};
