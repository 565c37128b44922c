import { expect, it } from 'vitest';
import { endAll } from './ending.ts';

const scene = (patience = 60_000) => {
  const [ended, told]: [string[], string[]] = [[], []];
  const log = {
    warn: (_details: object, message: string) => void told.push(message),
    error: (_details: object, message: string) => void told.push(message),
  };
  const note = (name: string) => async () => void ended.push(name);
  return { ended, told, note, options: { what: 'it', patience, log } };
};

it('ends one after the other, also after a failure', async () => {
  const { ended, told, note, options } = scene();
  const broken = new Error('broken');
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.push('slow');
  };
  const fail = () => Promise.reject(broken);
  expect(await endAll([slow, note('one'), fail, note('two')], options)).toEqual([broken]);
  expect(ended).toEqual(['slow', 'one', 'two']);
  expect(told).toEqual(['cannot be stopped']);
});

it('treats a synchronous exception as a failure', async () => {
  const { ended, note, options } = scene();
  const thrower = () => {
    throw new Error('broken');
  };
  expect(await endAll([thrower, note('two')], options)).toHaveLength(1);
  expect(ended).toEqual(['two']);
});

it('stops waiting after the timeout, which is no failure', async () => {
  const { ended, told, note, options } = scene(1);
  const never = () => new Promise(() => undefined);
  expect(await endAll([never, note('two')], options)).toEqual([]);
  expect(ended).toEqual(['two']);
  expect(told).toEqual(['shutdown timed out: ending now']);
});
