import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { type Line, table } from './report.ts';

/** What comes of a run; every line is on the terminal and in the file as soon as it is known. */
export type Outcome = {
  tell(lines: readonly Line[]): Promise<void>;
  /** Does one part of the run. A part that fails is told as failed, and takes no other with it. */
  attempt(bench: string, part: () => Promise<unknown>): Promise<void>;
  readonly lines: readonly Line[];
  /** The parts that failed. */
  readonly failed: readonly string[];
};

/** `write` takes what is for the terminal. */
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

/** What nobody caught meanwhile, as an `error` that no listener heard, fails the part instead of ending the process. */
const orStray = async (part: Promise<unknown>): Promise<void> => {
  const stray = Promise.withResolvers<never>();
  process.on('uncaughtException', stray.reject);
  try {
    await Promise.race([part, stray.promise]);
  } finally {
    process.off('uncaughtException', stray.reject);
  }
};
