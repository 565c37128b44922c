import { expect, it } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

const scene = () => {
  const share = createSharedAnswers();
  const begun: string[] = [];
  const gates: (() => void)[] = [];
  const ask = (question: string, body: string) =>
    share(question, async () => {
      begun.push(body);
      await new Promise<void>((resolve) => gates.push(resolve));
      return { body, position: null };
    }).then((outcome) => outcome.body.toString());
  return { ask, begun, letGo: () => gates.shift()?.() };
};

it('makes one answer at a time, and never gives one that began before it was asked for', async () => {
  const { ask, begun, letGo } = scene();
  const first = ask('mine', 'one');
  await expect.poll(() => begun).toEqual(['one']);
  const [second, third] = [ask('mine', 'two'), ask('mine', 'three')];
  letGo();
  expect(await first).toBe('one');
  await expect.poll(() => begun).toHaveLength(2);
  letGo();
  const last = await second;
  expect(last).not.toBe('one');
  expect(await third).toBe(last);
  expect(begun).toHaveLength(2);
});

it('makes answers to different questions side by side', async () => {
  const { ask, begun, letGo } = scene();
  const answers = [ask('mine', 'mine'), ask('yours', 'yours')];
  await expect.poll(() => begun).toEqual(['mine', 'yours']);
  letGo();
  letGo();
  expect(await Promise.all(answers)).toEqual(['mine', 'yours']);
});
