import { join } from 'node:path';
import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { hasBinary } from '@visita/platform/testing/services/service';
import { readPlaywright, readVitest } from './reports.ts';
import type { Stage } from './stage.ts';

/** Where the outputs and reports of a run are. */
export const directory = join(import.meta.dirname, '../../var/verify');

const at = (file: string) => join(directory, file);

const build: Stage = { name: 'web build', command: ['npm', 'run', '--silent', 'build', '-w', 'web'] };
const format: Stage = { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] };
const lint: Stage = { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] };
const types: Stage = { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] };
const webTypes: Stage = { name: 'types of web', command: ['tsc', '--noEmit', '-p', 'web'] };

const unit = (...args: readonly string[]): Stage => ({
  name: 'unit and flows',
  places: 2,
  after: [build.name],
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${at('unit.json')}`,
    ...args,
  ],
  read: () => readVitest(at('unit.json')),
});

/** Browser tests, the named ones or all; they leave their report under the name of the stage. */
const browser = (name: string, args: readonly string[], more: Partial<Stage>): Stage => {
  const report = at(`${name.replaceAll(' ', '-')}.json`);
  const config = 'tests/e2e/playwright.config.ts';
  return {
    name,
    after: [build.name, 'unit and flows'],
    command: ['playwright', 'test', '-c', config, '--reporter=list,json', ...args],
    ...more,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...more.env },
    read: () => readPlaywright(report),
  };
};

/** The check before every push. Static checks fill the time in which unit tests wait. */
export const everyTime: readonly Stage[] = [
  build,
  format,
  unit('--tags-filter=!release'),
  lint,
  types,
  webTypes,
  browser('browser', ['--grep-invert', '@release'], { places: 2 }),
];

/** What `everyTime` leaves out, and why. */
export const leftForReleases: readonly string[] = [
  'replicated services, each killed, hung or cut off in turn (tests/faults/topology.test.ts): eleven processes for minutes',
  'keys rotated under load and killed ten times (tests/flows/rotation.test.ts): the component test does it every time',
  'a backup restored elsewhere, and a move off EventStoreDB (tests/flows): four products one after the other',
  'every operation where no product is (tests/flows/ops-nowhere.test.ts): twenty processes; four run every time',
  'the end on SIGINT under load (tests/faults/stop.test.ts): SIGTERM is tried every time',
  'what opens on a screen laid out in English and Spanish, and searched for barriers on a phone: ten minutes',
  'every screen opened anew in a phone’s window: a desktop’s is made one every time',
  'addresses that show another one’s screen (/, *, /dashboard) looked at: each is opened every time',
  'axe on every look in all languages, in the light and in the dark: each run of axe takes half a second',
  'every message raised in the browser: the frames every time, and how long each stays as component tests',
  'three of five calendar days drawn in each window, and half of the languages and schemes of the booking page',
  'the times of the web on a slow phone: nothing else may run meanwhile',
  '5,000 generated requests to every call instead of 100: an hour',
  '50 kills under load instead of one: ten minutes',
  'faults at random under load: ten minutes',
  'mutation of deciders and agenda: an hour',
];

const alone = (name: string, ...command: Stage['command']): Stage => ({
  name,
  command,
  places: 3,
  after: [build.name],
});

const missingServers = (): string | null => {
  const missing = [natsKind, redisKind].filter((kind) => !hasBinary(kind)).map(({ binary }) => binary);
  return missing.length > 0 ? `no ${missing.join(', no ')} on the PATH` : null;
};

/** The check before a release: hours. */
export const forReleases: readonly Stage[] = [
  build,
  format,
  unit(),
  lint,
  types,
  webTypes,
  browser('browser', [], { places: 2, env: { EVERY_LOOK: '1' } }),
  // Times are measured while nothing else runs.
  browser('web vitals', ['web-vitals', '--workers', '1'], { places: 3, env: { TIMED: '1' } }),
  alone('fuzz 5,000', 'node', 'tests/fuzz/run.ts', '--inputs', '5000'),
  alone('kill 50', 'node', 'tests/faults/kill.ts', '--rounds', '50'),
  { ...alone('chaos', 'node', 'chaos/run.ts', '--minutes', '10'), missing: missingServers() },
  alone('mutation of deciders', 'stryker', 'run', 'tests/mutation/deciders.mjs'),
  alone('mutation of the agenda', 'stryker', 'run', 'tests/mutation/placing.mjs'),
];

/** Places that are taken at once: two for tests, and one for what fills their waits. */
export const places = 3;
