import { once } from 'node:events';
import http from 'node:http';
import { setPriority } from 'node:os';
import type { Question } from './crowd.ts';

/**
 * Sends requests endlessly and prints the number of responses. Arguments: address, number of clients, and
 * their rounds of requests as JSON.
 */
const [address = '', clients = '0', asked = '[]'] = process.argv.slice(2);

// Lower priority, because real clients would not use this machine's CPU.
setPriority(19);

const agent = new http.Agent({ keepAlive: true });

const ask = async ({ path, token }: Question): Promise<void> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = http.get(new URL(path, address), { agent, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
};

const rounds = JSON.parse(asked) as Question[][];
let answered = 0;

const goRound = async (client: number): Promise<never> => {
  const questions = rounds[client % rounds.length]!;
  // Each client starts at another request.
  for (let n = client; ; n += 1) {
    await ask(questions[n % questions.length]!);
    process.stdout.write(`${(answered += 1)}\n`);
  }
};

await Promise.all(Array.from({ length: Number(clients) }, (_, client) => goRound(client)));
