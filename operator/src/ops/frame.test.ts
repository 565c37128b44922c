import { WrongMasterKey } from '@visita/platform/vault/key-cache';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BadRequest, defineOperation, type Run, secondsOf } from './frame.ts';

let out = '';
let error = '';
beforeEach(() => {
  [out, error] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (out += String(text)).length > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (error += String(text)).length > 0);
});
afterEach(() => vi.restoreAllMocks());

const runs: Run[] = [];
const count = defineOperation({
  help: 'Usage: count\n',
  options: { far: { type: 'boolean', default: false } },
  run: async ({ values: { far }, positionals: [to] }, run) => {
    runs.push(run);
    if (to === undefined) throw new BadRequest('Say how far.');
    if (to === 'sealed') throw new WrongMasterKey();
    return { answer: { to: Number(to), far }, text: `Counted to ${to}.`, code: far ? 1 : 0 };
  },
});
const operation = (args: string[]) => count(args, {});

it("answers as text, or as JSON, with the operation's exit code", async () => {
  expect([await operation(['3']), out, error]).toEqual([0, 'Counted to 3.\n', '']);
  out = '';
  expect([await operation(['3', '--far', '--json']), out]).toEqual([1, '{"to":3,"far":true}\n']);
});

it('prints its help and the common options', async () => {
  expect(await operation(['--help'])).toBe(0);
  expect(out).toMatch(/^Usage: count\n[^]*--json[^]*--operator/);
});

it('reports wrong usage and prints no answer', async () => {
  expect([await operation([]), out, error]).toEqual([2, '', 'Say how far.\n']);
  error = '';
  expect(await operation(['3', '--reason', 'for ada@example.com'])).toBe(2);
  expect([out, error]).toEqual(['', expect.stringContaining('name a ticket')]);
  await expect(operation(['--unknown'])).rejects.toMatchObject({ code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
});

it('reports a wrong master key without a stack trace', async () => {
  expect(await operation(['sealed'])).toBe(2);
  expect([out, error]).toEqual(['', expect.stringMatching(/^The master key does not fit .*\n$/)]);
});

it('has the operator and the reason', async () => {
  await operation(['3', '--operator', 'nora', '--reason', 'ticket 7']);
  expect(runs.at(-1)).toMatchObject({ operator: 'nora', reason: 'ticket 7' });
  await operation(['3']);
  expect(runs.at(-1)).toMatchObject({ operator: expect.stringMatching(/./), reason: null });
});

it('keeps logs out of the answer', async () => {
  await operation(['3']);
  out = '';
  runs.at(-1)?.log.warn('the database was away');
  expect([out, error]).toEqual(['', expect.stringContaining('the database was away')]);
});

it('accepts up to an hour of seconds and rejects other text', () => {
  expect(['0', '2.5', '3600'].map((text) => secondsOf('--wait', text))).toEqual([0, 2.5, 3600]);
  for (const text of ['soon', '', '-1', '3601', 'Infinity']) {
    expect(() => secondsOf('--wait', text), text).toThrow(BadRequest);
  }
});
