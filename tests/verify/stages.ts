import { join } from 'node:path';
import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { hasBinary } from '@visita/platform/testing/services/service';
import { firefoxBinary } from '../browsers/firefox.ts';
import { findMiniBrowser, webkitBinary } from '../browsers/webkit.ts';
import { readPlaywright, readVitest } from './reports.ts';
import type { Stage } from './stage.ts';

/** Where the outputs and reports of a run are. */
export const directory = join(import.meta.dirname, '../../var/verify');

/** Which stages of the full check passed on which commit. */
export const passedFile = join(import.meta.dirname, '../../var/verify-passed.json');

const at = (file: string) => join(directory, file);

const build: Stage = { name: 'web build', command: ['npm', 'run', '--silent', 'build', '-w', 'web'] };
const format: Stage = { name: 'format', command: ['oxfmt', '--check'] };
const lint: Stage = { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] };
const licences: Stage = { name: 'licences', command: ['node', 'bin/check-licences.ts'] };
const types: Stage = { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] };
const webTypes: Stage = { name: 'types of web', command: ['tsc', '--noEmit', '-p', 'web'] };

type Tests = Pick<Stage, 'command' | 'read'>;

/** A run of vitest that leaves its report, but for tests of a tag. */
const vitest = (report: string, leftOut: string | undefined, more: readonly string[] = []): Tests => ({
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${at(report)}`,
    ...(leftOut === undefined ? [] : [`--tags-filter=!${leftOut}`]),
    ...more,
  ],
  read: () => readVitest(at(report), leftOut),
});

/** They measure times, with fifty clients and with a million events: a release runs them while nothing else runs. */
const timed = ['tests/access/large-answers.test.ts', 'tests/access/long-stream.test.ts'];

/** Unit tests and flows, but for those of a tag; without one all that need no quiet machine, with more runs and rows. */
const unit = (leftOut?: string): Stage => ({
  name: 'unit and flows',
  places: 2,
  after: [build.name],
  ...(leftOut === undefined
    ? {
        env: { MANY_RUNS: '1', PLANS_BOOKINGS: '1000000' },
        ...vitest(
          'unit.json',
          leftOut,
          timed.map((file) => `--exclude=${file}`),
        ),
      }
    : vitest('unit.json', leftOut)),
  again: (files) => vitest('unit-again.json', leftOut, ['--no-file-parallelism', ...files]),
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
  unit('release'),
  lint,
  licences,
  types,
  webTypes,
  browser('browser', ['--grep-invert', '@release'], { places: 2 }),
];

/** What `everyTime` leaves out, and why. */
export const leftForReleases: readonly string[] = [
  'replicated services, each killed, hung or cut off in turn (tests/faults/topology.test.ts): eleven processes for minutes',
  'keys rotated under load and killed ten times (tests/flows/rotation.test.ts): the component test does it every time',
  'a backup restored elsewhere, and a move off EventStoreDB (tests/flows): four products one after the other',
  'a month of backups on a clock that is told, with each kept one restored (tests/backups/schedule.test.ts): a minute',
  'that nothing is left after any signal to npm, the product or its database, and nothing ten seconds after a kill (tests/start/ending.test.ts): two minutes; SIGTERM to npm every time',
  'the product that developers run, tools that find the product that runs, a first backup that comes back (tests/start): two minutes',
  'the operators’ repairs told on the command line (tests/flows/ops-repair.test.ts): twenty processes; each by itself every time',
  'a patient and an account erased, and looked for in every spelling everywhere, a restored backup included (tests/flows/sweep): four minutes; their plain words every time',
  'six hundred runs of each property: a hundred every time',
  'the plans of every named query with two million bookings (tests/queries/plans.test.ts): with forty thousand every time',
  'every operation where no product is (tests/flows/ops-nowhere.test.ts): twenty processes; four run every time',
  'a web build that is killed, and one after sources changed (tests/start/web.test.ts): three builds',
  'two containers that want one database, and a checkout that only root can enter (embedded.test.ts): a minute of waits',
  'the end on SIGTERM, asked for twice, whatever clings to it (tests/faults/stop.test.ts): half a minute of patience; SIGINT every time',
  'what opens on a screen looked at, in any language and window: ten minutes; that it opens is seen on the way through a flow',
  'every screen opened anew in a phone’s window: a desktop’s is made one every time',
  'addresses that show another one’s screen (/, *, /dashboard) looked at: each is opened every time',
  'that the focus goes back from everything that opens, on a desktop and a phone: three minutes; from an entry, its shortcuts and the panels of a booking every time',
  'a day of twelve professionals with thirty visits each, read in five windows, and a week of five in four: the rule by which entries are drawn every time',
  'the contrast of what is seen on the way through a flow: that of each screen and of its states is looked at every time',
  'states of screens that look as they do on others (loading, stale, offline, failed), but those of the calendar and the booking page: they are made of the same parts',
  'the layout in English and Spanish in a device’s own window: in the narrowest every time, where longer words break first',
  'half of the browser’s ways through the dashboard: five minutes; the main job, the counted presses and one way through each screen every time, what they call over HTTP',
  'the demo with half a year of bookings behind the looks: with four weeks of them every time',
  'axe on every look in all languages, in the light and in the dark: each run of axe takes half a second',
  'every message raised in the browser: the frames every time, and how long each stays as component tests',
  'three of five calendar days drawn in each window, and half of the languages and schemes of the booking page',
  'the times of the web on a slow phone, and Lighthouse of login, sign-up and booking page: nothing else may run meanwhile',
  'the main job in Firefox and in WebKit: a minute each, and programs that few have',
  'fifty clients that ask for the largest answers (tests/access/large-answers.test.ts): 6,500 bookings, and times that need a quiet machine; the refusal and the smaller question every time',
  'a stream of a million events beside another pro’s commands (tests/access/long-stream.test.ts): two minutes and a quiet machine; paging and snapshots every time',
  'an account that writes two thousand times a day over HTTP (tests/access/used-up.test.ts): a minute; its count at the decider every time',
  'a month under attack from 500 networks (tests/e2e/attack.spec.ts), and a thousand mails provoked to one recipient (tests/access/must-hold.test.ts): minutes; the counts and budgets every time',
  'a booking moved to and fro by a product that runs (tests/flows/moves.test.ts): two minutes of waits; the outbox and its clock every time',
  'that no ratio of the bench has fallen by a third (bench/floors.ts): minutes, and a quiet machine',
  '5,000 generated requests to every call instead of 40: half an hour',
  '50 kills under load instead of one: ten minutes',
  'faults at random under load: ten minutes',
  'mutation of deciders and agenda: half an hour',
];

const alone = (name: string, ...command: Stage['command']): Stage => ({
  name,
  command,
  places: 3,
  after: [build.name],
});

const missingPrograms = (...needed: readonly { binary: string }[]): string | null => {
  const missing = needed.filter((one) => !hasBinary(one)).map(({ binary }) => binary);
  return missing.length > 0 ? `no ${missing.join(', no ')} on the PATH` : null;
};

const missingWebkit = (): string | null =>
  missingPrograms({ binary: webkitBinary }, { binary: 'xvfb-run' }) ??
  (findMiniBrowser() ? null : 'no MiniBrowser of WebKitGTK');

/** The main job in the browsers that the other tests do not use. */
const elsewhere: readonly Stage[] = [
  {
    ...alone('main job in Firefox', 'node', 'tests/browsers/run.ts', 'firefox'),
    missing: missingPrograms({ binary: firefoxBinary }),
  },
  {
    ...alone('main job in WebKit', 'xvfb-run', '-a', 'node', 'tests/browsers/run.ts', 'webkit'),
    missing: missingWebkit(),
  },
];

/** The check before a release: an hour and three quarters. */
export const forReleases: readonly Stage[] = [
  build,
  format,
  unit(),
  lint,
  licences,
  types,
  webTypes,
  browser('browser', [], { places: 2, env: { EVERY_LOOK: '1' } }),
  // Times are measured while nothing else runs.
  {
    name: 'times of services',
    places: 3,
    after: [build.name],
    ...vitest('times.json', undefined, ['--no-file-parallelism', ...timed]),
  },
  browser('web vitals', ['web-vitals', '--workers', '1'], { places: 3, env: { TIMED: '1' } }),
  // The packaged headless shell opens no page for Lighthouse.
  {
    ...alone('Lighthouse', 'node', 'tests/lighthouse/run.ts'),
    missing: missingPrograms({ binary: 'chromium' }),
  },
  ...elsewhere,
  alone('floors of speed', 'node', 'bench/floors.ts'),
  alone('fuzz 5,000', 'node', 'tests/fuzz/run.ts', '--inputs', '5000'),
  alone('kill 50', 'node', 'tests/faults/kill.ts', '--rounds', '50'),
  {
    ...alone('chaos', 'node', 'chaos/run.ts', '--minutes', '10'),
    missing: missingPrograms(natsKind, redisKind),
  },
  alone('mutation of deciders', 'stryker', 'run', 'tests/mutation/deciders.mjs'),
  alone('mutation of the agenda', 'stryker', 'run', 'tests/mutation/placing.mjs'),
];

/** Places that are taken at once: two for tests, and one for what fills their waits. */
export const places = 3;
