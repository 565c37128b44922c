import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { type Line, table } from './report.ts';

/** Results of a run; every line is printed and written to the file at once. */
export type Outcome = {
  tell(lines: readonly Line[]): Promise<void>;
  /** Runs one part. A failed part is reported and does not stop the others. */
  attempt(bench: string, part: () => Promise<unknown>): Promise<void>;
  readonly lines: readonly Line[];
  /** Names of the failed parts. */
  readonly failed: readonly string[];
};

/** `write` prints to the terminal. */
export const openOutcome = (file: string, write: (text: string) => void): Outcome => {
  const lines: Line[] = [];
  const failed: string[] = [];
  const [processor] = cpus();
  const machine = { cores: cpus().length, processor: processor?.model.trim(), node: process.version };
  const save = async (): Promise<void> => {
    await mkdir(dirname(file), { recursive: true });
    const measured = { measuredAt: new Date().toISOString(), machine, failed, lines };
    await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`);
  };
  const tell = async (found: readonly Line[]): Promise<void> => {
    lines.push(...found);
    write(`${table(found)}\n`);
    await save();
  };
  return {
    tell,
    attempt: async (bench, part) => {
      try {
        await orStray(part());
      } catch (error) {
        failed.push(bench);
        write(`${error instanceof Error ? error.stack : String(error)}\n`);
        const what = `FAILED: ${error instanceof Error ? error.message : String(error)}`;
        await tell([{ bench, what: what.replaceAll(/\s+/g, ' '), unit: '' }]);
      }
    },
    lines,
    failed,
  };
};

/** Turns unhandled errors during the part into its failure, instead of ending the process. */
const orStray = async (part: Promise<unknown>): Promise<void> => {
  const stray = Promise.withResolvers<never>();
  process.on('uncaughtException', stray.reject);
  try {
    await Promise.race([part, stray.promise]);
  } finally {
    process.off('uncaughtException', stray.reject);
  }
};
