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
  it('answers for a notice only when every group has handled it', async () => {
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

  it('gives a notice up that fails for ever, and goes on', async () => {
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

  it('stops while it waits to try again', async () => {
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
