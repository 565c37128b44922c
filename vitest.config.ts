import { defineConfig } from 'vitest/config';

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
    maxWorkers: 2,
  },
});
