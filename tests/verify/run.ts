/**
 * `npm run verify` and, with `--full`, `npm run verify:full`: runs every stage regardless of failures, then
 * prints a summary.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPassed } from './passed.ts';
import { type Result, runAll, runStage, type Stage } from './run-stage.ts';
import { everyTime, forReleases } from './stages.ts';
import { summarize } from './summary.ts';

const directory = join(import.meta.dirname, '../../var/verify');

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
});
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// Only a full check of a commit can be resumed.
const isCommit = values.full && git('status', '--porcelain') === '';
if (values.again && !isCommit) throw new Error('--again needs --full and a commit without changes.');
const passed = isCommit
  ? openPassed(`${directory}-passed.json`, git('rev-parse', 'HEAD'), values.again)
  : null;

const run = async (stage: Stage): Promise<Result> => {
  const known = passed?.known.get(stage.name);
  if (known) return known;
  const result = await runStage(stage, { directory, print, secondTry: Boolean(process.env['CI']) });
  passed?.add(result);
  return result;
};

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const start = performance.now();
const results = await runAll(values.full ? forReleases : everyTime, run);
if (!values.full) print('\nCONTRIBUTING.md says what is left to npm run verify:full.');
print(`\n${summarize(results, (performance.now() - start) / 1000)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
