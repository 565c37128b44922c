/**
 * What both runs share. Each has a name for its report, files to mutate, and the specs that alone must find the
 * mutants: examples only, as thousands of random questions for each mutant would take a day.
 *
 * @param {string} name
 * @param {{ mutate: string[]; testFiles: string[] }} scope
 */
export const mutation = (name, scope) => ({
  ...scope,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  ignorePatterns: [
    '/*',
    '!/contracts',
    '!/command-service',
    '!/platform',
    '!/tests',
    '/tests/*',
    '!/tests/mutation',
  ],
  tempDirName: `var/mutation/sandbox-${name}`,
  incremental: true,
  incrementalFile: `var/mutation/${name}.incremental.json`,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `var/mutation/${name}.json` },
  htmlReporter: { fileName: `var/mutation/${name}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  concurrency: 1,
  // A machine that does other things too must not make slow look like endless.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  disableTypeChecks: false,
  thresholds: { high: 95, low: 90, break: 85 },
});
