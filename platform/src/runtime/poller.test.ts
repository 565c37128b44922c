import { expect, test, vi } from 'vitest';
import { createPoller } from './poller.ts';
import { silent } from '../../testing/database.ts';

const never = 3_600_000;

test('polls again at once after a full batch, otherwise after the pause', async () => {
  const found = [2, 2, 1];
  const look = vi.fn(async () => found.shift() ?? 0);
  const poller = createPoller({ name: 'test', look, pause: never, log: silent, atOnce: 2 });
  await poller.start();
  await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(3));
  await poller.stop();
  expect(look.mock.calls).toEqual([[2], [2], [2]]);
});

test('retries a failed poll after the pause', async () => {
  const look = vi.fn(async () => 0).mockRejectedValueOnce(new Error('down'));
  const warn = vi.fn();
  const poller = createPoller({ name: 'test', look, pause: 1, log: { ...silent, warn } });
  await poller.start();
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(1));
  await poller.stop();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('stops without waiting for the pause, but not during a poll', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const poller = createPoller({ name: 'test', look: () => promise, pause: never, log: silent });
  await poller.start();
  const stopped = vi.fn();
  const stopping = poller.stop().then(stopped);
  await new Promise((done) => setImmediate(done));
  expect(stopped).not.toHaveBeenCalled();
  resolve(0);
  await stopping;
});
