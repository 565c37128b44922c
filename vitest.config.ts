import { devNull } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { apiRoutes } from './web/parts.config.ts';

/** Those that take longest: begun last, they would keep one worker busy when the others are done. */
const long = ['tests/faults/', 'tests/fuzz/', 'tests/start/'].map(
  (folder) => `${import.meta.dirname}/${folder}`,
);
const isLong = ({ moduleId }: TestSpecification): boolean =>
  long.some((folder) => moduleId.startsWith(folder));

/** How many of the others are begun between two of them, each of which starts a dozen processes. */
const apart = 8;

class LongFilesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const others = sorted.filter((file) => !isLong(file));
    const early = sorted
      .filter(isLong)
      .flatMap((file, index) => [file, ...others.slice(index * apart, (index + 1) * apart)]);
    return [...early, ...others.filter((file) => !early.includes(file))];
  }
}

/** Of the dashboard and the pages: these alone have syntax that Node cannot run by itself. */
const web = 'web/src/**/*.test.{ts,tsx}';

export default defineConfig({
  test: {
    // Tests ignore the developer's .env.
    env: { ENV_FILE: devNull },
    setupFiles: process.env['MANY_RUNS'] === '1' ? ['platform/testing/many-runs.ts'] : [],
    globalSetup: ['platform/testing/global-setup.ts'],
    // Generous: a slow test is not a failure, a hanging one is.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongFilesEarly },
    // One more than the processors of a small machine: many tests wait for processes to start and for time to pass.
    maxWorkers: 3,
    tags: [{ name: 'release', description: 'Left to verify:full, for it takes long.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'services',
          include: [
            '{contracts,platform,read-model,command-service,query-service,projector,notifier,operator,bin}/**/*.test.ts',
            '{bench,tests}/**/*.test.ts',
          ],
          // Modules are loaded once for all files of a worker, and by Node itself, which keeps them compiled.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, plugins: [apiRoutes()], test: { name: 'web', include: [web] } },
    ],
  },
});
