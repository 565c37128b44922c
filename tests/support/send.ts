import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export type Wire = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

export type Answered = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

// Milliseconds before a hanging request is aborted; slow ones are fine.
const timeoutMs = 120_000;

/** Sends raw requests over keep-alive connections. */
export const createSender = (address: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const { hostname, port } = new URL(address);
  const send = ({ method, path, headers, body }: Wire): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { agent, hostname, port, method, path, headers, timeout: timeoutMs },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  return { send, close: () => agent.destroy() };
};
export type Sender = ReturnType<typeof createSender>;
