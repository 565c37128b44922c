import { devNull } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest: begun last, they would keep one worker busy when the others are done. */
const long = ['tests/faults/', 'tests/fuzz/'].map((folder) => `${import.meta.dirname}/${folder}`);
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

export default defineConfig({
  test: {
    // What a developer has in .env is not for tests.
    env: { ENV_FILE: devNull },
    include: [
      '{contracts,platform,read-model,command-service,query-service,projector,notifier,operator,bin}/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      '{bench,tests}/**/*.test.ts',
    ],
    globalSetup: ['platform/testing/global-setup.ts'],
    // What hangs is ended; what is slow is not wrong.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongFilesEarly },
    maxWorkers: 2,
  },
});
