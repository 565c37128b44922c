import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Outcome, readPlaywright, readVitest } from './reports.ts';

const root = join(import.meta.dirname, '../..');

/** A stage of the check. */
export type Stage = {
  readonly name: string;
  /** Program and arguments separated by spaces; programs of packages are on its PATH. */
  readonly command: string;
  /** Arguments that may contain spaces. */
  readonly more?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Kind of JSON report with the tests; without one the stage counts as one check. */
  readonly report?: 'vitest' | 'playwright';
  /** Tag of excluded vitest tests. */
  readonly leftOut?: string;
  readonly missing?: string | null;
};

export type Result = Outcome & { readonly name: string; readonly seconds: number };

type Options = {
  /** Directory for each stage's output and report. */
  readonly directory: string;
  readonly print: (line: string) => void;
  /** True to run files with failed tests a second time, alone. */
  readonly secondTry?: boolean;
};

const single = (ok: boolean): Outcome => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: [],
  notes: [],
  failures: [],
});

const fileOf = (name: string): string => name.replaceAll(/\W+/g, '-');

/** Returns the arguments that make a program write its report. */
const reporting = ({ report, leftOut }: Stage, file: string): readonly string[] => {
  if (report === 'playwright') return ['--reporter=list,json'];
  if (report !== 'vitest') return [];
  const filter = leftOut === undefined ? [] : [`--tags-filter=!${leftOut}`];
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filter];
};

/** Runs the command, prints and keeps its output, and returns the exit code. */
const runCommand = (stage: Stage, { directory, print }: Options): Promise<number> => {
  const path = join(directory, fileOf(stage.name));
  const log = createWriteStream(`${path}.log`);
  const [program = '', ...args] = stage.command.split(' ');
  const child = spawn(program, [...args, ...reporting(stage, `${path}.json`), ...(stage.more ?? [])], {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      // Shared compile cache, because the product starts dozens of times.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/visita-compiled'),
      PLAYWRIGHT_JSON_OUTPUT_NAME: `${path}.json`,
      ...stage.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      print(`${stage.name} | ${line}`);
    });
  const end = () => void child.kill();
  process.once('SIGTERM', end);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => print(`${stage.name} | ${message}`));
    child.once('close', (code) => {
      process.off('SIGTERM', end);
      log.end(() => resolve(code ?? 1));
    });
  });
};

/** Runs the command once. A command that fails without a failed test still fails. */
const tryOnce = async (stage: Stage, options: Options): Promise<Outcome> => {
  const code = await runCommand(stage, options);
  if (!stage.report) return single(code === 0);
  const file = join(options.directory, `${fileOf(stage.name)}.json`);
  const read = stage.report === 'vitest' ? readVitest(file, stage.leftOut) : readPlaywright(file);
  const outcome = await read.catch((error: unknown) => ({
    ...single(false),
    notes: [`no report: ${String(error)}`],
  }));
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, notes: [...outcome.notes, `exit code ${code} without a failed test`] };
};

/** More failed files have a common cause, which a second run would hide. */
const mostFilesAgain = 5;

/** Runs failed files a second time, alone. Tests that pass only then are listed and do not fail the stage. */
const tryAgain = async (stage: Stage, first: Outcome, options: Options): Promise<Outcome> => {
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (!options.secondTry || stage.report !== 'vitest') return first;
  if (files.length === 0 || files.length > mostFilesAgain) return first;
  const again = { ...stage, name: `${stage.name} again`, more: ['--no-file-parallelism', ...files] };
  const second = await tryOnce(again, options);
  const failures = new Set(second.failures.map(({ title }) => title));
  const mended = first.failures.filter(({ title }) => !failures.has(title));
  return {
    ...first,
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    failures: second.failures,
    notes: [...first.notes, ...mended.map(({ title }) => `passed at the second try only: ${title}`)],
  };
};

/** Runs a stage to its end, or reports why it cannot run; never throws. */
export const runStage = async (stage: Stage, options: Options): Promise<Result> => {
  const { name, missing } = stage;
  if (missing) return { ...single(true), passed: 0, skipped: [`${name} (${missing})`], name, seconds: 0 };
  const start = performance.now();
  const outcome = await tryAgain(stage, await tryOnce(stage, options), options);
  return { ...outcome, name, seconds: (performance.now() - start) / 1000 };
};

/** Sequential stages. */
export type Lane = readonly Stage[];
/** Parallel lanes; a phase begins after the previous one. */
export type Phase = readonly Lane[];

/** Runs all stages regardless of failures, and returns their results in the order of the list. */
export const runAll = async (
  phases: readonly Phase[],
  run: (stage: Stage) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const lanes of phases) {
    const ofLanes = lanes.map(async (stages) => {
      const ofLane: Result[] = [];
      for (const stage of stages) ofLane.push(await run(stage));
      return ofLane;
    });
    results.push(...(await Promise.all(ofLanes)).flat());
  }
  return results;
};
