import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/compliance/asvs.md'), 'utf8');
const rows = [
  ...text.matchAll(
    /^\| (\d+\.\d+\.\d+) +\| +([12]) +\| (met|partly|not met|does not apply) +\| (.+?) +\|$/gm,
  ),
];

it('names each of the 253 requirements of levels 1 and 2 once, with correct totals', () => {
  const numbers = rows.map(([, number]) => number);
  expect(new Set(numbers).size).toBe(253);
  expect(numbers).toHaveLength(253);
  const count = (wanted: string) => rows.filter(([, , , state]) => state === wanted).length;
  expect(text).toContain(
    `Of 253 requirements ${count('met')} are met, ${count('partly')} partly, ${count('not met')} not, and ${count('does not apply')} do not apply.`,
  );
});

it('names existing files', () => {
  const paths = rows.flatMap(([, , , , why = '']) =>
    [...why.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path]) => path!),
  );
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('names an existing test for each finding', () => {
  const findings = readFileSync(join(root, 'docs/compliance/findings.md'), 'utf8');
  const lines = findings.split('\n').filter((line) => /^\| (?!found or promised|-)/.test(line));
  const named = lines.map((line) => /\| `([^`]+)` +“([^”]+)” +\|$/.exec(line));
  expect(lines.filter((_, index) => named[index] === null)).toEqual([]);
  expect(lines.length).toBeGreaterThan(80);
  const missing = named.filter((found) => {
    const [, path = '', name = ''] = found ?? [];
    return !existsSync(join(root, path)) || !readFileSync(join(root, path), 'utf8').includes(name);
  });
  expect(missing.map((found) => found?.slice(1))).toEqual([]);
});
