import { once } from 'node:events';
import { createServer } from 'node:http';

/** A geolocation service on loopback that checks its token. */
export type CountryDouble = {
  readonly base: string;
  readonly token: string;
  /** Networks of all requests, in order. */
  readonly asked: string[];
  /** Sets the answer for every network: a country, a status, or null for no answer. */
  say(answer: string | number | null): void;
  close(): Promise<void>;
};

/** Starts a double on a free port; its answer is Italy. */
export const startCountryDouble = async (): Promise<CountryDouble> => {
  const token = 'not a secret & not simple';
  const asked: string[] = [];
  let said: string | number | null = 'IT';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://double');
    asked.push(pathname.slice(1));
    if (said === null) return;
    const right = request.method === 'GET' && searchParams.get('token') === token;
    const status = right ? (typeof said === 'number' ? said : 200) : 403;
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ip: pathname.slice(1), country: said }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    base: `http://127.0.0.1:${port}`,
    token,
    asked,
    say: (answer) => {
      said = answer;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
