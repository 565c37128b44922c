import { parentOf } from '@visita/contracts/fields';
import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { reactionTo } from '@visita/platform/runtime/reactions';
import type { Caller } from '@visita/platform/auth/caller';
import { silent } from '@visita/platform/testing/database';
import { createOffering, keepWaitingList } from '../src/processes/waiting-list.ts';
import type { FreedTime, FreedTimes } from '../src/waiting/freed-times.ts';
import type { crashAt } from './crash.ts';
import type { Practice } from './practice.ts';
import { type World, pro } from './world.ts';

const memoryFreedTimes = (): FreedTimes => {
  const rows = new Map<string, FreedTime & { lookAt: Date }>();
  return {
    put: async (freed, lookAt) => void (rows.has(freed.id) || rows.set(freed.id, { ...freed, lookAt })),
    remove: async (id) => void rows.delete(id),
    later: async (id, lookAt) => {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, lookAt });
    },
    cut: async (id, end) => {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, end });
    },
    wake: async (clinicId, lookAt) => {
      for (const [id, row] of rows) if (row.clinicId === clinicId) rows.set(id, { ...row, lookAt });
    },
    due: async (now, atOnce) => [...rows.values()].filter(({ lookAt }) => lookAt <= now).slice(0, atOnce),
  };
};

/** Drives the process and the poller of the waiting list by hand, on one clinic. */
export const openWaitingList = (world: World, practice: Practice) => {
  const workplaces = { of: async () => [{ clinicId: practice.clinicId, hubId: practice.hubId }] };
  const freedTimes = memoryFreedTimes();
  const start = ({ deps }: Pick<World, 'deps'>, crash?: ReturnType<typeof crashAt>) => {
    const { waitingEntries } = deps;
    const used = {
      ...deps,
      workplaces,
      waitingEntries: crash?.around(waitingEntries, ['put', 'remove']) ?? waitingEntries,
      freedTimes: crash?.around(freedTimes, ['put', 'later', 'cut', 'remove', 'wake']) ?? freedTimes,
      holds: { put: async () => undefined },
      log: silent,
    };
    return { on: keepWaitingList(used).on, poller: createOffering(used) };
  };
  let running = start(world);
  let position = beginning;

  /** Goes on in another process, which crashes if it is told to. */
  const restart = (...process: Parameters<typeof start>): void => {
    running = start(...process);
  };
  /** Handles the events since the last call. */
  const react = async (): Promise<void> => {
    for (;;) {
      const events = await world.store.readAll(position, 1_000);
      if (events.length === 0) return;
      for (const event of events) {
        const id = deriveId(event.id, 'waiting-list');
        const cause = {
          id,
          correlationId: id,
          actor: 'process:waiting-list',
          time: world.now().toISOString(),
        };
        await reactionTo(running.on, event.type)?.(event, { ...cause, upTo: event.position } as never);
        position = event.position;
      }
    }
  };
  /** Handles events and offers freed times until nothing changes. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) {
      await react();
      if ((await running.poller.poll()) === 0) break;
    }
    await react();
  };
  const eventsOf = async (type: string) =>
    (await world.store.readAll(beginning, 10_000)).filter((event) => event.type === type);
  const join = async (name: string, more: object = {}) => {
    const contact = { name, email: `${name}@example.com`, prefix: '+39', phone: '3331112222' };
    const body = {
      clinicId: practice.clinicId,
      clinicServiceId: practice.services[0],
      patient: contact,
      ...more,
    };
    const { answer } = await world.call('joinWaitingList', { body, as: pro(practice.ownerId) });
    return answer.data.id ?? '';
  };
  const holderOf = (offerId: string): Caller => ({ kind: 'waiting', entryId: parentOf(offerId), offerId });
  const offers = async () => (await eventsOf('OfferMade')).map(({ data }) => data as OfferMade);
  return { settle, react, restart, eventsOf, join, holderOf, offers };
};

type OfferMade = {
  readonly offerId: string;
  readonly entryId: string;
  readonly links: number;
  readonly deadline: string;
  readonly times: readonly { readonly start: string }[];
};
