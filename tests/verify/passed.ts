import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Result } from './run-stage.ts';

type Passed = { readonly commit: string; readonly results: readonly Result[] };

/** Stores in a file which stages passed on a commit; `again` loads those of an earlier run. */
export const openPassed = (file: string, commit: string, again: boolean) => {
  const stored =
    again && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Passed) : { commit, results: [] };
  const results = stored.commit === commit ? [...stored.results] : [];
  const known = new Map(results.map((result) => [result.name, result]));
  return {
    known,
    add: (result: Result, now = new Date()): void => {
      if (result.failed > 0 || result.passed === 0) return;
      const note = `passed in an earlier run of this commit, at ${now.toISOString()}`;
      results.push({ ...result, notes: [...result.notes, note] });
      writeFileSync(file, JSON.stringify({ commit, results } satisfies Passed));
    },
  };
};
