/**
 * Settings of both runs: a name for the report, files to mutate, and the specs that must find the mutants. The specs
 * are mostly examples, because thousands of random cases for each mutant would take a day. Other specs are not copied:
 * Stryker's own `testFiles` activates mutants of code that runs when a module is loaded too late to be found.
 *
 * @param {string} name
 * @param {{ mutate: string[]; specs: string[]; least: number }} scope `least`: minimum mutation score in per cent
 */
export const mutation = (name, { mutate, specs, least }) => ({
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutation/vitest.config.ts' },
  ignorePatterns: [
    '/*',
    '!/contracts',
    '!/command-service',
    '!/platform',
    '!/read-model',
    '!/tests',
    '/tests/*',
    '!/tests/mutation',
    '**/*.test.ts',
    ...specs.map((spec) => `!/${spec}`),
  ],
  tempDirName: `var/mutation/sandbox-${name}`,
  incremental: true,
  incrementalFile: `var/mutation/${name}.incremental.json`,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `var/mutation/${name}.json` },
  htmlReporter: { fileName: `var/mutation/${name}.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  concurrency: 2,
  // Generous, so that a busy machine causes no timeouts.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  disableTypeChecks: false,
  warnings: { slow: false },
  thresholds: { high: 98, low: least, break: least },
});
