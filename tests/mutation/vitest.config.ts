import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Stryker's sandbox, into which this file was copied. */
const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root,
  // Packages in node_modules link to the original tree, which has no mutants.
  resolve: {
    alias: [
      { find: /^@visita\/([\w-]+)\/testing\/(.+)$/, replacement: `${root}$1/testing/$2.ts` },
      { find: /^@visita\/([\w-]+)\/(.+)$/, replacement: `${root}$1/src/$2.ts` },
    ],
  },
  test: {
    setupFiles: ['tests/mutation/setup.ts'],
    // Stryker sets its own timeout for mutants.
    testTimeout: 300_000,
  },
});
