import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

/** Run in another process: one part dies of an unhandled `error` event, one rejects. */
const program = `
  import { EventEmitter, once } from 'node:events';
  import { readFileSync } from 'node:fs';
  import { openOutcome } from '${new URL('./outcome.ts', import.meta.url).href}';
  const file = process.argv[1];
  const outcome = openOutcome(file, (text) => process.stdout.write(text));
  const good = (bench) => outcome.attempt(bench, () => outcome.tell([{ bench, what: bench + ' done', unit: 'ms', p50: 1 }]));
  await good('first');
  await outcome.attempt('late', async () => {
    setImmediate(() => new EventEmitter().emit('error', new Error('no listener\\nhears')));
    await once(new EventEmitter(), 'never');
  });
  const saved = JSON.parse(readFileSync(file, 'utf8')).lines.length;
  await outcome.attempt('rejecting', async () => { throw new Error('refused'); });
  await good('last');
  console.log(JSON.stringify({ saved, failed: outcome.failed }));
  process.exitCode = outcome.failed.length > 0 ? 1 : 0;
`;

describe('outcome of a bench', () => {
  const directory = mkdtempSync(join(tmpdir(), 'visita-outcome-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('keeps each line as it comes, reports failures, and runs the rest', () => {
    const file = join(directory, 'var/bench.json');
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, file], {
      encoding: 'utf8',
    });
    const printed = ['first done', 'FAILED: no listener hears', 'FAILED: refused', 'last done'];
    const places = printed.map((line) => stdout.indexOf(line));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(stdout).toContain('{"saved":2,"failed":["late","rejecting"]}');
    expect(status).toBe(1);
    const { lines, failed } = JSON.parse(readFileSync(file, 'utf8')) as {
      lines: { bench: string; what: string }[];
      failed: string[];
    };
    expect(lines.map(({ what }) => what)).toEqual(printed);
    expect(failed).toEqual(['late', 'rejecting']);
  });
});
