import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, and mostly wait: begun last, they would keep one worker waiting when the others are done. */
const early = ['tests/faults/', 'tests/fuzz/', 'tests/'].map((folder) => `${import.meta.dirname}/${folder}`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = early.findIndex((folder) => moduleId.startsWith(folder));
  return rank === -1 ? early.length : rank;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  test: {
    include: [
      '{contracts,platform,read-model,command-service,query-service,projector,notifier,operator,bin}/**/*.test.ts',
      'web/src/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    globalSetup: ['platform/src/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    // For two cores: while one waits for the product, the others work.
    maxWorkers: 3,
  },
});
