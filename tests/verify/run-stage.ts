import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { type Outcome, type Result, single, type Stage } from './stage.ts';

const root = join(import.meta.dirname, '../..');
const binaries = join(root, 'node_modules/.bin');

type Options = {
  /** Gets the program's whole output in a file for each stage. */
  readonly directory: string;
  readonly print: (line: string) => void;
  /** Whether files in which something failed are tried again. */
  readonly secondTry?: boolean;
};

/** Its exit code; its output is shown line by line under its name, and kept. */
const runProgram = async (stage: Stage, { directory, print }: Options): Promise<number> => {
  const [program, ...args] = stage.command;
  const log = createWriteStream(join(directory, `${stage.name.replaceAll(/\W+/g, '-')}.log`));
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${binaries}${delimiter}${process.env['PATH'] ?? ''}`,
      // The product starts dozens of times.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/visita-compiled'),
      ...stage.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (signal: NodeJS.Signals) => void child.kill(signal);
  process.once('SIGTERM', end);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      print(`${stage.name} | ${line}`);
    });
  const code = await new Promise<number>((resolve) => {
    child.once('error', ({ message }) => {
      print(`${stage.name} | ${message}`);
      resolve(1);
    });
    child.once('close', (status) => resolve(status ?? 1));
  });
  process.off('SIGTERM', end);
  log.end();
  await finished(log);
  return code;
};

/** A program that failed without a failing test still fails: it may have ended before its tests did. */
const judge = async ({ read }: Stage, code: number): Promise<Outcome> => {
  if (!read) return single(code === 0);
  const told = await read().catch((error: unknown) => ({
    ...single(false),
    notes: [`no report: ${error instanceof Error ? error.message : String(error)}`],
  }));
  if (code === 0 || told.failed > 0) return told;
  return { ...told, failed: 1, notes: [...told.notes, `ended with ${code} though no test failed`] };
};

/** More files than these fail for a cause, which a second try would only hide. */
const mostFilesAgain = 5;

/**
 * What stands after the files in which something failed ran a second time, alone. A machine that stalls for a moment
 * fails nobody's work; what passes only then is told, to be mended.
 */
const tryAgain = async (stage: Stage, first: Outcome, options: Options): Promise<Outcome> => {
  const failures = first.failures ?? [];
  const files = [...new Set(failures.map(({ file }) => file))];
  if (!options.secondTry || !stage.again || files.length === 0 || files.length > mostFilesAgain) return first;
  const again: Stage = { name: `${stage.name} again`, ...stage.again(files) };
  const second = await judge(again, await runProgram(again, options));
  const still = new Set(second.failures?.map(({ title }) => title));
  const wavered = failures.filter(({ title }) => !still.has(title));
  return {
    ...first,
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    failures: second.failures ?? [],
    notes: [
      ...first.notes,
      ...wavered.map(({ title, message }) => `passed at the second try only: ${title}: ${message}`),
    ],
  };
};

/** Runs a stage to its end, or says why it cannot run; it never throws. */
export const runStage = async (stage: Stage, options: Options): Promise<Result> => {
  const { name, missing } = stage;
  if (missing)
    return {
      name,
      passed: 0,
      failed: 0,
      skipped: [{ what: name, why: missing, count: 1 }],
      notes: [],
      seconds: 0,
    };
  const start = performance.now();
  const code = await runProgram(stage, options);
  const outcome = await tryAgain(stage, await judge(stage, code), options);
  return { name, ...outcome, seconds: (performance.now() - start) / 1000 };
};
