import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaywright, readVitest } from './reports.ts';
import { openPassed } from './passed.ts';
import { type Result, runAll, runStage, type Stage } from './run-stage.ts';
import { summarize } from './summary.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'visita-verify-'));
});
afterAll(() => rm(directory, { recursive: true }));

const run = (stage: Stage, print: (line: string) => void = () => undefined, secondTry = false) =>
  runStage(stage, { directory, print, secondTry });

/** Stage that runs a Node script, which gets the report's path as an argument. */
const script = (name: string, source: string): Stage => ({
  name,
  command: process.execPath,
  more: ['-e', source],
});

describe('a stage', () => {
  it('is one check that passes or fails as its program does', async () => {
    expect(await run(script('good', ''))).toMatchObject({ passed: 1, failed: 0 });
    expect(await run(script('bad', 'process.exit(3)'))).toMatchObject({ passed: 0, failed: 1 });
    expect(await run({ name: 'none', command: 'there-is-no-such-program' })).toMatchObject({ failed: 1 });
  });

  it('prints the output of its program and keeps it', async () => {
    const lines: string[] = [];
    await run(script('two words', "console.log('out'); console.error('err')"), (line) => lines.push(line));
    expect(lines.toSorted()).toEqual(['two words | err', 'two words | out']);
    expect(await readFile(join(directory, 'two-words.log'), 'utf8')).toContain('out\n');
  });

  it('that cannot run is skipped with its reason', async () => {
    const result = await run({ ...script('absent', 'process.exit(1)'), missing: 'no browser here' });
    expect(result).toMatchObject({ passed: 0, failed: 0, skipped: ['absent (no browser here)'] });
  });
});

/**
 * Program with vitest's arguments: fails the tests of a file `first`, and on a second run those of `second`.
 */
const vitestDouble = `
  const { writeFileSync } = require('node:fs');
  const path = process.argv.find((one) => one.startsWith('--outputFile.json=')).slice(18);
  const again = process.argv.includes('--no-file-parallelism');
  const failing = JSON.parse(process.env[again ? 'SECOND' : 'FIRST']);
  const test = (status) => (title) => ({ status, title, ancestorTitles: [], failureMessages: ['too late'] });
  const file = (name, status, tests) => ({ name, status, message: '', assertionResults: tests });
  writeFileSync(path, JSON.stringify({ testResults: [
    file('ok.test.ts', 'passed', [test('passed')('works')]),
    ...failing.map((title) => file(title + '.test.ts', 'failed', [test('failed')(title)])),
  ] }));
  process.exit(Number(process.env.CODE ?? failing.length));
`;

describe('a stage with a report', () => {
  beforeAll(() => writeFile(join(directory, 'double.cjs'), vitestDouble));
  const tried = (first: readonly string[], second: readonly string[] = [], more = {}, secondTry = true) => {
    const env = { FIRST: JSON.stringify(first), SECOND: JSON.stringify(second), ...more };
    const command = `${process.execPath} ${join(directory, 'double.cjs')}`;
    return run({ name: 'unit', command, report: 'vitest', env }, () => undefined, secondTry);
  };

  it('fails if its program fails without a failed test, or leaves no report', async () => {
    const notes = ['exit code 1 without a failed test'];
    expect(await tried([], [], { CODE: '1' })).toMatchObject({ passed: 1, failed: 1, notes });
    const none = await run({ ...script('mute', ''), report: 'playwright', more: ['--version'] });
    expect(none.failed).toBe(1);
    expect(none.notes[0]).toMatch(/^no report: .*ENOENT/);
  });

  it('runs failed files again: a second failure stays, and a pass is listed', async () => {
    const result = await tried(['wavers', 'breaks'], ['breaks']);
    expect(result).toMatchObject({ passed: 2, failed: 1, failures: [{ title: 'breaks' }] });
    expect(result.notes).toEqual(['passed at the second try only: wavers']);
    expect(await tried(['wavers'])).toMatchObject({ passed: 2, failed: 0, failures: [] });
  });

  it('runs nothing again if many files fail, or by default', async () => {
    expect(await tried(['a', 'b', 'c', 'd', 'e', 'f'])).toMatchObject({ failed: 6 });
    expect(await tried(['wavers'], [], {}, false)).toMatchObject({ failed: 1 });
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
    const missing = (count: number) => Array.from({ length: count }, () => 'Redis (no redis-server)');
    expect(await readVitest(file)).toEqual({ ...outcome, skipped: missing(3) });
    expect(await readVitest(file, 'release')).toEqual({ ...outcome, skipped: missing(2) });
  });

  it('of Playwright: lists tests that passed only on retry', async () => {
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
      skipped: ['print (no printer)'],
      notes: ['passed at the second try only: wavers', 'no config'],
      failures: [{ file: 'a.spec.ts', title: 'breaks', message: 'no such button' }],
    });
  });
});

const result = (name: string, more: Partial<Result> = {}): Result => ({
  name,
  passed: 1,
  failed: 0,
  skipped: [],
  notes: [],
  failures: [],
  seconds: 1.25,
  ...more,
});

describe('a check that continues', () => {
  it('knows which stages passed on this commit, and when', () => {
    const file = join(directory, 'passed.json');
    const first = openPassed(file, 'one', true);
    expect(first.known.size).toBe(0);
    first.add(result('unit'), new Date('2026-11-26T22:30:00Z'));
    first.add(result('browser', { failed: 1 }));
    first.add(result('chaos', { passed: 0 }));
    const second = openPassed(file, 'one', true);
    const notes = ['passed in an earlier run of this commit, at 2026-11-26T22:30:00.000Z'];
    expect([...second.known.values()]).toEqual([result('unit', { notes })]);
    second.add(result('browser'));
    expect([...openPassed(file, 'one', true).known.keys()]).toEqual(['unit', 'browser']);
    expect(openPassed(file, 'other', true).known.size).toBe(0);
    expect(openPassed(file, 'one', false).known.size).toBe(0);
  });
});

describe('the order', () => {
  it('runs lanes in parallel, phases in sequence, and all of them despite failures', async () => {
    const events: string[] = [];
    const stage = (name: string): Stage => ({ name, command: 'true' });
    const phases = [
      [[stage('build')]],
      [[stage('tests')], [stage('lint'), stage('types')]],
      [[stage('last')]],
    ];
    const results = await runAll(phases, async ({ name }) => {
      events.push(name);
      // Tests end after both static checks.
      for (let turn = 0; turn < (name === 'tests' ? 10 : 1); turn += 1)
        await new Promise((resolve) => setImmediate(resolve));
      events.push(`${name} ended`);
      return result(name, name === 'lint' || name === 'build' ? { passed: 0, failed: 1 } : {});
    });
    expect(events).toEqual(
      'build,build ended,tests,lint,lint ended,types,types ended,tests ended,last,last ended'.split(','),
    );
    expect(results.map(({ name, failed }) => [name, failed])).toEqual([
      ['build', 1],
      ['tests', 0],
      ['lint', 1],
      ['types', 0],
      ['last', 0],
    ]);
  });
});

describe('the summary', () => {
  it('ends with the counts alone on a line', () => {
    const skipped = Array.from({ length: 4 }, () => 'EventStoreDB (no engine)');
    const failures = [{ file: 'a.test.ts', title: 'is wrong', message: 'Error: 2' }];
    const unit = result('unit', { passed: 9, failed: 2, skipped, failures });
    const lines = summarize([result('lint'), unit], 3).split('\n');
    expect(lines.at(-1)).toBe('10 passed, 2 failed, 4 skipped');
    expect(lines).toContain('  4 × EventStoreDB (no engine)');
    expect(lines).toContain('    a.test.ts: is wrong: Error: 2');
  });

  it('leaves out empty sections', () => {
    const text = summarize([result('lint')], 3);
    for (const word of ['Skipped:', 'Also:', 'Failed']) expect(text).not.toContain(word);
  });
});
