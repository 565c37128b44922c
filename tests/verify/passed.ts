import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from './stage.ts';

type Stored = { readonly commit: string; readonly results: readonly Result[] };

const read = (file: string): Stored | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : null;

/**
 * The stages that passed on a commit, in a file, so that a check of hours that was cut off, or met something that only
 * the machine did, can go on where it was. `known` is what passed before; nothing unless it is asked for again.
 */
export const openPassed = (file: string, commit: string, again: boolean) => {
  const stored = read(file);
  const results = again && stored?.commit === commit ? [...stored.results] : [];
  const known = new Map(results.map((result) => [result.name, result]));
  return {
    known,
    add: (result: Result, now = new Date()): void => {
      if (result.failed > 0 || result.passed === 0) return;
      const note = `passed in an earlier run of this commit, at ${now.toISOString()}`;
      results.push({ ...result, notes: [...result.notes, note] });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ commit, results } satisfies Stored));
    },
  };
};
