import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What a client asks, by whose token where it is no stranger. */
export type Question = { readonly path: string; readonly token?: string };

/** How many ask, and the rounds of questions that they share out: each goes round one of them. */
export type Crowd = { readonly clients: number; readonly rounds: readonly (readonly Question[])[] };

/** Lets clients ask, from a process of their own, for as long as something goes on, which begins when all of them ask. */
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
