import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Durations of requests in milliseconds. */
export type Probed = { readonly p50: number; readonly p99: number; readonly longest: number };

/** Measures requests from a separate process, so that load in this one does not count. */
export const probe = async (address: string, times: number): Promise<Probed> => {
  const script = join(import.meta.dirname, 'probe.process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, address, String(times)]);
  const took = (JSON.parse(stdout) as number[]).toSorted((one, other) => one - other);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), longest: took.at(-1)! };
};
