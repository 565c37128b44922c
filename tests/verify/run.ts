import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openPassed } from './passed.ts';
import { runStage } from './run-stage.ts';
import { runAll } from './schedule.ts';
import type { Result, Stage } from './stage.ts';
import { directory, everyTime, forReleases, leftForReleases, passedFile, places } from './stages.ts';
import { summarize } from './summary.ts';

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
});
if (values.again && !values.full) throw new Error('Only the full check can go on: --full --again.');
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const run = (stage: Stage): Promise<Result> =>
  runStage(stage, { directory, print, secondTry: Boolean(process.env['CI']) });

/** Stages of the full check, but for those that passed on this commit before, where a check goes on. */
const runOrKnow = (): ((stage: Stage) => Promise<Result>) => {
  if (git('status', '--porcelain')) {
    if (values.again)
      throw new Error('Commit or put aside what is changed: what passed before was a commit.');
    return run;
  }
  const passed = openPassed(passedFile, git('rev-parse', 'HEAD'), values.again);
  return async (stage) => {
    const before = passed.known.get(stage.name);
    if (before) return before;
    const result = await run(stage);
    passed.add(result);
    return result;
  };
};

const check = values.full
  ? { stages: forReleases, left: [], runStage: runOrKnow() }
  : { stages: everyTime, left: leftForReleases, runStage: run };
await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
const start = performance.now();
const results = await runAll(check.stages, places, check.runStage);
const seconds = (performance.now() - start) / 1000;
print(`\n${summarize(results, seconds, check.left)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
