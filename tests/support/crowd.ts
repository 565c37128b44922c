import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Request of a client, with a token unless it is public. */
export type Question = { readonly path: string; readonly token?: string };

/** Number of clients and the rounds of requests that they are assigned to. */
export type Crowd = { readonly clients: number; readonly rounds: readonly (readonly Question[])[] };

/** Runs clients in a separate process during some work, which begins once all of them are sending. */
export const whileAsked = async <Result>(
  address: string,
  { clients, rounds }: Crowd,
  work: () => Promise<Result>,
): Promise<Result> => {
  const script = join(import.meta.dirname, 'crowd.process.ts');
  const child = spawn(process.execPath, [script, address, String(clients), JSON.stringify(rounds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the clients ended with ${String(code)}`);
  });
  try {
    const asking = async (): Promise<void> => {
      for await (const count of createInterface(child.stdout)) if (Number(count) >= clients) break;
      child.stdout.resume();
    };
    await Promise.race([asking(), ended]);
    return await Promise.race([work(), ended]);
  } finally {
    ended.catch(() => undefined);
    child.kill('SIGKILL');
  }
};
