import { describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../testing/database.ts';
import { createInProcessBus } from './in-process.ts';
import { describeBus, someNotice } from '../../testing/bus.contract.ts';

const open = () => createInProcessBus({ log: silent, retries: [1, 1] });

describeBus('in-process', open);

const opened = () => {
  const bus = open();
  onTestFinished(() => bus.close());
  return bus;
};

describe('bus: in-process', () => {
  it('resolves publish when every group has handled the notice', async () => {
    const bus = opened();
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    bus.subscribe('slow', async () => {
      await gate.promise;
      order.push('handled');
    });
    const published = bus.publish([someNotice()]).then(() => order.push('published'));
    gate.resolve();
    await published;
    expect(order).toEqual(['handled', 'published']);
  });

  it('drops a notice that always fails, and continues', async () => {
    const bus = opened();
    const [poison, good] = [someNotice(), someNotice()];
    const tries: string[] = [];
    bus.subscribe('group', ({ id }) => {
      tries.push(id);
      if (id === poison.id) throw new Error('never');
    });
    await bus.publish([poison, good]);
    expect(tries.toSorted()).toEqual([poison.id, poison.id, poison.id, good.id].toSorted());
  });

  it('stops while waiting for a retry', async () => {
    const bus = createInProcessBus({ log: silent, retries: [3_600_000] });
    const failed = Promise.withResolvers<void>();
    bus.subscribe('group', () => {
      failed.resolve();
      throw new Error('never');
    });
    const published = bus.publish([someNotice()]);
    await failed.promise;
    await bus.close();
    await published;
  });
});
