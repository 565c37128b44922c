import { randomUUID } from 'node:crypto';
import type { Notice } from '@visita/contracts/notice';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bus } from '../src/bus/port.ts';

export const someNotice = (): Notice => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  stream: 'test-1',
  revision: 0,
  position: '0000000000000001',
  correlationId: randomUUID(),
  time: '2026-11-20T09:00:00.000Z',
  ids: {},
});

/** A handler that records notices, and a promise that resolves after `count` of them. */
const collecting = (count: number) => {
  const seen: string[] = [];
  const complete = Promise.withResolvers<void>();
  const handler = async ({ id }: Notice) => {
    seen.push(id);
    if (seen.length === count) complete.resolve();
  };
  return { seen, handler, complete: complete.promise };
};

/** Contract of every bus. */
export const describeBus = (name: string, open: () => Promise<Bus> | Bus): void => {
  const opened = async (): Promise<Bus> => {
    const bus = await open();
    onTestFinished(() => bus.close());
    return bus;
  };

  describe(`bus: ${name}`, () => {
    it('delivers every notice to every group, in order', async () => {
      const bus = await opened();
      const notices = Array.from({ length: 50 }, someNotice);
      const [one, two] = [collecting(50), collecting(50)];
      bus.subscribe('one', one.handler);
      bus.subscribe('two', two.handler);
      await Promise.all([bus.publish(notices.slice(0, 20)), bus.publish(notices.slice(20))]);
      await Promise.all([one.complete, two.complete]);
      const ids = notices.map(({ id }) => id);
      expect(one.seen).toEqual(ids);
      expect(two.seen).toEqual(ids);
    });

    it('redelivers a notice whose handler failed, without affecting others', async () => {
      const bus = await opened();
      const [failing, other] = [collecting(3), collecting(2)];
      let failures = 0;
      bus.subscribe('failing', async (notice) => {
        if (failures++ < 2) throw new Error('not now');
        await failing.handler(notice);
      });
      bus.subscribe('other', other.handler);
      const [first, second, third] = [someNotice(), someNotice(), someNotice()];
      await expect(bus.publish([first, second])).resolves.toBeUndefined();
      await expect(bus.publish([third])).resolves.toBeUndefined();
      await Promise.all([failing.complete, other.complete]);
      expect(failing.seen.toSorted()).toEqual([first.id, second.id, third.id].toSorted());
    });

    it('delivers the next notice before the last one was handled', async () => {
      const bus = await opened();
      const second = Promise.withResolvers<void>();
      let started = 0;
      bus.subscribe('group', async () => {
        if (++started === 2) second.resolve();
        await second.promise;
      });
      await bus.publish([someNotice(), someNotice()]);
      await second.promise;
    });

    it('a slow group does not delay another', async () => {
      const bus = await opened();
      const gate = Promise.withResolvers<void>();
      const quick = collecting(2);
      bus.subscribe('slow', () => gate.promise);
      bus.subscribe('quick', quick.handler);
      const published = Promise.all([bus.publish([someNotice()]), bus.publish([someNotice()])]);
      await quick.complete;
      gate.resolve();
      await published;
    });

    it('delivers nothing to a stopped subscription, and frees its name', async () => {
      const bus = await opened();
      const [before, after] = [collecting(1), collecting(1)];
      const subscription = bus.subscribe('group', before.handler);
      const [first, second] = [someNotice(), someNotice()];
      await bus.publish([first]);
      await before.complete;
      await subscription.stop();
      bus.subscribe('group', after.handler);
      await bus.publish([second]);
      await after.complete;
      expect([before.seen, after.seen]).toEqual([[first.id], [second.id]]);
    });

    it('refuses a name that is in use', async () => {
      const bus = await opened();
      bus.subscribe('group', () => undefined);
      expect(() => bus.subscribe('group', () => undefined)).toThrow('group is subscribed already');
    });
  });
};
