import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runStage } from './run-stage.ts';
import { runAll } from './schedule.ts';
import { directory, everyTime, forReleases, leftForReleases, places } from './stages.ts';
import { summarize } from './summary.ts';

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } });

await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const start = performance.now();
const stages = values.full ? forReleases : everyTime;
const results = await runAll(stages, places, (stage) =>
  runStage(stage, { directory, print, secondTry: Boolean(process.env['CI']) }),
);
const seconds = (performance.now() - start) / 1000;
print(`\n${summarize(results, seconds, values.full ? [] : leftForReleases)}`);
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
