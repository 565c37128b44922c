import { execFile } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type OpsOutcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs `npm run ops -- …` with the environment of a product's data. */
export const runOps = (
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<OpsOutcome> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, ['bin/ops.ts', ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
