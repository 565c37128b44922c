import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Where the mutants are: the sandbox that this file was copied into. */
const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root,
  // The packages in node_modules are links to the tree itself, which has no mutants.
  resolve: {
    alias: [
      { find: /^@visita\/([\w-]+)\/testing\/(.+)$/, replacement: `${root}$1/testing/$2.ts` },
      { find: /^@visita\/([\w-]+)\/(.+)$/, replacement: `${root}$1/src/$2.ts` },
    ],
  },
  test: {
    setupFiles: ['tests/mutation/setup.ts'],
    // Stryker decides when a mutant takes too long.
    testTimeout: 300_000,
  },
});
