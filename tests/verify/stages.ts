import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { hasBinary } from '@visita/platform/testing/services/service';
import { firefoxBinary } from '../browsers/firefox.ts';
import { findMiniBrowser, webkitBinary } from '../browsers/webkit.ts';
import type { Lane, Phase, Stage } from './run-stage.ts';

const build: Stage = { name: 'web build', command: 'npm run --silent build -w web' };

/** Static checks run while tests wait. */
const statics: Lane = [
  { name: 'format', command: 'oxfmt --check' },
  { name: 'lint', command: 'oxlint --type-aware --deny-warnings' },
  { name: 'licences', command: 'node bin/check-licences.ts' },
  { name: 'types', command: 'tsc --noEmit -p .' },
  { name: 'types of web', command: 'tsc --noEmit -p web' },
];

const vitest = { command: 'vitest run', report: 'vitest' } as const;
const unit: Stage = { name: 'unit and flows', ...vitest };
const playwright = {
  command: 'playwright test -c tests/e2e/playwright.config.ts',
  report: 'playwright',
} as const;
const browser: Stage = { name: 'browser', ...playwright };

/** Stages before every push. */
export const everyTime: readonly Phase[] = [
  [[build]],
  [[{ ...unit, leftOut: 'release' }], statics],
  [[{ ...browser, command: `${browser.command} --grep-invert @release` }]],
];

/** Tests that measure time, which run alone. */
const timed = ['tests/access/large-answers.test.ts', 'tests/access/long-stream.test.ts'];

const missing = (...needed: readonly { binary: string }[]): string | null => {
  const absent = needed.filter((one) => !hasBinary(one)).map(({ binary }) => binary);
  return absent.length > 0 ? `no ${absent.join(', no ')} on the PATH` : null;
};

const missingWebkit = (): string | null =>
  missing({ binary: webkitBinary }, { binary: 'xvfb-run' }) ??
  (findMiniBrowser() ? null : 'no MiniBrowser of WebKitGTK');

/** Release stages that run alone. */
const alone: readonly Stage[] = [
  {
    name: 'times of services',
    ...vitest,
    command: `${vitest.command} --no-file-parallelism ${timed.join(' ')}`,
  },
  {
    name: 'web vitals',
    ...playwright,
    command: `${playwright.command} web-vitals --workers 1`,
    env: { TIMED: '1' },
  },
  // The packaged headless shell opens no page for Lighthouse.
  {
    name: 'Lighthouse',
    command: 'node tests/lighthouse/run.ts',
    missing: missing({ binary: 'chromium' }),
  },
  {
    name: 'main job in Firefox',
    command: 'node tests/browsers/run.ts firefox',
    missing: missing({ binary: firefoxBinary }),
  },
  {
    name: 'main job in WebKit',
    command: 'xvfb-run -a node tests/browsers/run.ts webkit',
    missing: missingWebkit(),
  },
  { name: 'floors of speed', command: 'node bench/floors.ts' },
  { name: 'fuzz 5,000', command: 'node tests/fuzz/run.ts --inputs 5000' },
  { name: 'kill 50', command: 'node tests/faults/kill.ts --rounds 50' },
  {
    name: 'chaos',
    command: 'node chaos/run.ts --minutes 10',
    missing: missing(natsKind, redisKind),
  },
  { name: 'mutation of deciders', command: 'stryker run tests/mutation/deciders.mjs' },
  { name: 'mutation of the agenda', command: 'stryker run tests/mutation/placing.mjs' },
];

const untimed = timed.map((file) => `--exclude=${file}`).join(' ');

/** Stages before a release; they take an hour and three quarters. */
export const forReleases: readonly Phase[] = [
  [[build]],
  [
    [
      {
        ...unit,
        command: `${unit.command} ${untimed}`,
        env: { MANY_RUNS: '1', PLANS_BOOKINGS: '1000000' },
      },
    ],
    statics,
  ],
  [[{ ...browser, env: { EVERY_LOOK: '1' } }]],
  [alone],
];
