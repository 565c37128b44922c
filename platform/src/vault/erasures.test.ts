import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createErasureJournal, parseErasures, readErasures } from './erasures.ts';

const ada = 'patient-00000000-0000-4000-8000-000000000001';
const bob = 'pro-00000000-0000-4000-8000-000000000002';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-erasures-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('stores each erased subject once, in a file that only its owner can read', async () => {
  const path = join(directory, 'below', 'erasures.jsonl');
  expect(await readErasures(path)).toBeNull();
  let time = Date.parse('2026-11-20T08:00:00.000Z');
  const journal = createErasureJournal(path, () => new Date((time += 1_000)));
  for (const subject of [ada, bob, ada] as const) await journal.note(subject);
  expect(await readErasures(path)).toEqual([
    { time: '2026-11-20T08:00:01.000Z', subject: ada },
    { time: '2026-11-20T08:00:02.000Z', subject: bob },
  ]);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(4);
  // The journal looks as it does after a restore that adds erasures recorded elsewhere.
  const carol = 'clinic-00000000-0000-4000-8000-000000000004';
  await journal.note(carol, '2026-11-01T08:00:00.000Z');
  await journal.note(carol);
  expect((await readErasures(path))?.at(-1)).toEqual({ time: '2026-11-01T08:00:00.000Z', subject: carol });
  await appendFile(path, '{"time":"2026-11');
  expect(await readErasures(path)).toHaveLength(3);
  await journal.note('pro-00000000-0000-4000-8000-000000000003');
  expect(await readErasures(path)).toHaveLength(4);
});

it('throws at a line that is not an erasure', () => {
  const line = `{"time":"2026-11-20T08:00:00.000Z","subject":"${ada}"}`;
  expect(parseErasures(`${line}\n\n${line}\n`)).toHaveLength(1);
  expect(() => parseErasures(`${line}\npatient Ada\n`)).toThrow('line 2');
});
