import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './reports.ts';
import { openPassed } from './passed.ts';
import { runStage } from './run-stage.ts';
import { runAll } from './schedule.ts';
import { type Result, single, type Stage } from './stage.ts';
import { summarize } from './summary.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-verify-'));
});
afterAll(() => rm(directory, { recursive: true }));

const run = (stage: Stage, print: (line: string) => void = () => undefined) =>
  runStage(stage, { directory, print });
const script = (name: string, source: string): Stage => ({
  name,
  command: [process.execPath, '-e', source],
});

describe('a stage', () => {
  it('is one check that passes or fails as its program does', async () => {
    expect(await run(script('good', ''))).toMatchObject({ passed: 1, failed: 0 });
    expect(await run(script('bad', 'process.exit(3)'))).toMatchObject({ passed: 0, failed: 1 });
    expect(await run({ name: 'none', command: ['there-is-no-such-program'] })).toMatchObject({ failed: 1 });
  });

  it('shows the output of its program and keeps it', async () => {
    const lines: string[] = [];
    await run(script('two words', "console.log('out'); console.error('err')"), (line) => lines.push(line));
    expect(lines.toSorted()).toEqual(['two words | err', 'two words | out']);
    expect(await readFile(join(directory, 'two-words.log'), 'utf8')).toContain('out\n');
  });

  it('that cannot run is skipped and says why', async () => {
    const result = await run({ ...script('absent', 'process.exit(1)'), missing: 'no browser here' });
    expect(result.skipped).toEqual([{ what: 'absent', why: 'no browser here', count: 1 }]);
    expect(result).toMatchObject({ passed: 0, failed: 0 });
  });

  it('fails where its program fails though no test did, or left no report', async () => {
    const read = async () => single(true);
    expect(await run({ ...script('late', 'process.exit(1)'), read })).toMatchObject({
      passed: 1,
      failed: 1,
      notes: ['ended with 1 though no test failed'],
    });
    const none = await run({ ...script('mute', ''), read: () => readVitest(join(directory, 'none.json')) });
    expect(none.failed).toBe(1);
    expect(none.notes[0]).toMatch(/^no report: ENOENT/);
  });
});

describe('a second try', () => {
  const failure = (title: string) => ({ file: 'a.test.ts', title, message: 'too late' });
  const outcome = (passed: number, ...titles: string[]) => ({
    passed,
    failed: titles.length,
    skipped: [],
    notes: [],
    failures: titles.map(failure),
  });
  const wavering = (second: ReturnType<typeof outcome>): Stage => ({
    ...script('first', 'process.exit(1)'),
    read: async () => outcome(7, 'wavers', 'breaks'),
    again: (files) => ({
      command: [process.execPath, '-e', `process.exit(${second.failed})`, ...files],
      read: async () => second,
    }),
  });
  const again = (stage: Stage) => runStage(stage, { directory, print: () => undefined, secondTry: true });

  it('leaves what fails twice, and tells what passed the second time only', async () => {
    const result = await again(wavering(outcome(1, 'breaks')));
    expect(result).toMatchObject({ passed: 8, failed: 1, failures: [failure('breaks')] });
    expect(result.notes).toEqual(['passed at the second try only: wavers: too late']);
    expect(await again(wavering(outcome(2)))).toMatchObject({ passed: 9, failed: 0, failures: [] });
  });

  it('is not made where many files fail, or nobody asks for it', async () => {
    const stage = wavering(outcome(2));
    expect(await run(stage)).toMatchObject({ passed: 7, failed: 2 });
    const many = Array.from({ length: 6 }, (_, index) => ({
      ...failure('breaks'),
      file: `${index}.test.ts`,
    }));
    const read = async () => ({ ...outcome(0), failed: 6, failures: many });
    expect(await again({ ...stage, read })).toMatchObject({ failed: 6 });
  });
});

describe('a check that goes on', () => {
  const result = (name: string, passed: number, failed: number): Result => ({
    ...single(true),
    name,
    passed,
    failed,
    seconds: 60,
  });

  it('knows what passed on this commit, and says when', () => {
    const file = join(directory, 'kept', 'passed.json');
    const first = openPassed(file, 'one', true);
    expect(first.known.size).toBe(0);
    first.add(result('unit', 9, 0), new Date('2026-11-26T22:30:00Z'));
    first.add(result('browser', 9, 1));
    first.add(result('chaos', 0, 0));
    const second = openPassed(file, 'one', true);
    expect([...second.known.values()]).toEqual([
      {
        ...result('unit', 9, 0),
        notes: ['passed in an earlier run of this commit, at 2026-11-26T22:30:00.000Z'],
      },
    ]);
    second.add(result('browser', 10, 0));
    expect([...openPassed(file, 'one', true).known.keys()]).toEqual(['unit', 'browser']);
  });

  it('knows nothing of another commit, nor where nobody asks it to go on', () => {
    const file = join(directory, 'passed.json');
    openPassed(file, 'one', false).add(result('unit', 9, 0));
    expect(openPassed(file, 'other', true).known.size).toBe(0);
    expect(openPassed(file, 'one', false).known.size).toBe(0);
  });
});

describe('the schedule', () => {
  const play = async (stages: readonly Omit<Stage, 'command'>[], places: number) => {
    const events: string[] = [];
    const ends = new Map<string, () => void>();
    const all = runAll(
      stages.map((stage) => ({ ...stage, command: ['true'] as const })),
      places,
      async ({ name }) => {
        events.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return { name, ...single(name !== 'fails'), seconds: 0 };
      },
    );
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { all, events, end };
  };

  it('starts what there is place for, in order, and what waits for another after it', async () => {
    const { all, events, end } = await play(
      [
        { name: 'fails' },
        { name: 'wide', places: 2, after: ['fails'] },
        { name: 'narrow' },
        { name: 'last' },
      ],
      2,
    );
    expect(events).toEqual(['fails', 'narrow']);
    await end('fails');
    expect(events).toEqual(['fails', 'narrow', 'last']);
    await end('narrow');
    await end('last');
    expect(events.at(-1)).toBe('wide');
    await end('wide');
    const results = await all;
    expect(results.map(({ name, failed }) => [name, failed])).toEqual([
      ['fails', 1],
      ['wide', 0],
      ['narrow', 0],
      ['last', 0],
    ]);
  });

  it('gives a stage that wants more than there is all of it', async () => {
    const { all, end } = await play([{ name: 'huge', places: 9 }], 2);
    await end('huge');
    expect(await all).toHaveLength(1);
  });

  it('refuses to wait for ever', async () => {
    const { all } = await play([{ name: 'lost', after: ['nothing'] }], 2);
    await expect(all).rejects.toThrow('lost waits for a stage that there is not');
  });
});

describe('reports', () => {
  const write = async (name: string, content: unknown): Promise<string> => {
    const file = join(directory, name);
    await writeFile(file, JSON.stringify(content));
    return file;
  };
  const test = (status: string, title: string, ...ancestorTitles: string[]) => ({
    status,
    title,
    ancestorTitles,
  });

  it('of vitest: counts, reasons in the titles, files that could not be loaded, and nothing left for releases', async () => {
    const file = await write('unit.json', {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'passed',
          message: '',
          assertionResults: [
            test('passed', 'works'),
            test('skipped', 'one', 'Redis (no redis-server)'),
            test('pending', 'two', 'Redis (no redis-server)', 'wiped'),
            { ...test('skipped', 'three', 'Redis (no redis-server)'), tags: ['release'] },
          ],
        },
        {
          name: 'b.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [{ ...test('failed', 'is wrong', 'b'), failureMessages: ['Error: 2\nat b'] }],
        },
        { name: 'c.test.ts', status: 'failed', message: 'SyntaxError: no\nat c', assertionResults: [] },
      ],
    });
    const failures = [
      { file: 'b.test.ts', title: 'b > is wrong', message: 'Error: 2' },
      { file: 'c.test.ts', title: 'the file', message: 'SyntaxError: no' },
    ];
    const outcome = { passed: 1, failed: 2, notes: [], failures };
    const missing = (count: number) => [{ what: 'Redis', why: 'no redis-server', count }];
    expect(await readVitest(file)).toEqual({ ...outcome, skipped: missing(3) });
    expect(await readVitest(file, 'release')).toEqual({ ...outcome, skipped: missing(2) });
  });

  it('of Playwright: what passed at the second try only is told', async () => {
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      title,
      file: 'a.spec.ts',
      tests: [{ status, annotations, results: [{ error: { message: 'no such button\nat' } }] }],
    });
    const file = await write('browser.json', {
      errors: [{ message: 'no config\nat' }],
      suites: [
        {
          title: 'a',
          specs: [spec('works', 'expected'), spec('breaks', 'unexpected')],
          suites: [
            {
              title: 'b',
              specs: [
                spec('wavers', 'flaky'),
                spec('print', 'skipped', [{ type: 'skip', description: 'no printer' }]),
              ],
            },
          ],
        },
      ],
    });
    expect(await readPlaywright(file)).toEqual({
      passed: 2,
      failed: 2,
      skipped: [{ what: 'print', why: 'no printer', count: 1 }],
      notes: ['passed at the second try only: wavers', 'no config'],
      failures: [{ file: 'a.spec.ts', title: 'breaks', message: 'no such button' }],
    });
  });
});

describe('the summary', () => {
  const result = (name: string, more: Partial<Result> = {}): Result => ({
    name,
    ...single(true),
    seconds: 1.25,
    ...more,
  });

  it('closes with the counts alone on a line', () => {
    const skipped = [{ what: 'EventStoreDB', why: 'no engine', count: 4 }];
    const failures = [{ file: 'a.test.ts', title: 'is wrong', message: 'Error: 2' }];
    const unit = result('unit', { passed: 9, failed: 2, skipped, failures });
    const text = summarize([result('lint'), unit], 3, ['chaos']);
    const lines = text.split('\n');
    expect(lines.at(-1)).toBe('10 passed, 2 failed, 4 skipped');
    expect(lines).toContain('  4 × EventStoreDB: no engine');
    expect(lines).toContain('  chaos');
    expect(lines).toContain('  a.test.ts: is wrong: Error: 2');
    expect(text).toContain('FAILED: unit;');
  });

  it('says nothing of what there was not', () => {
    const text = summarize([result('lint')], 3, []);
    for (const word of ['Skipped:', 'Also:', 'Only in', 'FAILED']) expect(text).not.toContain(word);
  });
});
