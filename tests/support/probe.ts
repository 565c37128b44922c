import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** How long calls of an address took, in milliseconds. */
export type Probed = { readonly p50: number; readonly p99: number; readonly longest: number };

/** Asks an address from a process of its own, so that what goes on in this one does not count. */
export const probe = async (address: string, times: number): Promise<Probed> => {
  const script = join(import.meta.dirname, 'probe.process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, address, String(times)]);
  const took = (JSON.parse(stdout) as number[]).toSorted((one, other) => one - other);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), longest: took.at(-1)! };
};
