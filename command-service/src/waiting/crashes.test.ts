import { overlap } from '@visita/contracts/agenda/occupied';
import { beginning } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { Rejection } from '@visita/contracts/problem';
import { expect, it } from 'vitest';
import { crashAt } from '../../testing/crash.ts';
import { ConnectionLost } from '../../testing/faulty-store.ts';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { bookingOf, openPractice } from '../../testing/practice.ts';
import { openWaitingList } from '../../testing/waiting.ts';
import { createWorld, pro, typesSince } from '../../testing/world.ts';
import { agendaDecider, type AgendaState } from '../agenda/decider.ts';
import { keepAgenda } from '../processes/keep-agenda.ts';

const freedAt = '2026-11-23T09:00';
const callId = '5c0a1f3e-0000-4000-8000-000000000001';

/** Anton, who may have a later visit, and Berta wait; the visit on Monday at 9 was cancelled just now. */
const open = async (transactions: boolean, { moves }: { moves: boolean }) => {
  const world = createWorld(createMemoryEventStore({ transactions }));
  const practice = await openPractice(world);
  const list = openWaitingList(world, practice);
  await list.settle();
  const as = pro(practice.ownerId);
  const book = async (date: string, patient: string) =>
    (await world.call('placeBooking', { body: bookingOf(practice.offers[0], date, patient), as })).answer.data
      .id;
  const id = await book(freedAt, 'carla');
  if (moves) {
    const token = world.deps.bookingTokens.issue('manage', await book('2026-11-26T09:00', 'anton'));
    const { clinicId, services } = practice;
    await world.call('joinWaitingList', { body: { clinicId, clinicServiceId: services[0], token } });
  } else await list.join('anton');
  world.advance(1);
  await list.join('berta');
  await list.settle();
  await world.call('deleteBooking', { params: { id }, as });
  return { world, practice, list, as, book };
};
type Stage = Awaited<ReturnType<typeof open>>;
type Call = Stage['world']['call'];

const firstOffer = async ({ list }: Stage): Promise<string> => {
  const [offer] = await list.offers();
  return offer?.offerId ?? '';
};

const entriesOf = async (list: Stage['list']): Promise<string[]> =>
  (await list.eventsOf('WaitingJoined')).map(({ data }) => (data as { entryId: string }).entryId);

const answer =
  (take: boolean) =>
  async (call: Call, stage: Stage): Promise<unknown> => {
    const offerId = await firstOffer(stage);
    return call('answerOffer', { id: callId, body: { take }, as: stage.list.holderOf(offerId) });
  };

const byHand =
  (taken: boolean) =>
  async (call: Call, { practice, list, as }: Stage): Promise<unknown> => {
    const [id] = await entriesOf(list);
    const body = { hubServiceId: practice.offers[0], date: '2026-11-24T10:00', taken };
    return call('offerTime', { id: callId, params: { id }, body, as });
  };

type Story = {
  readonly moves?: true;
  /** Whether Anton was offered the time before. */
  readonly offered?: true;
  readonly act?: (call: Call, stage: Stage) => Promise<unknown>;
  /** Minutes that pass before the processes run. */
  readonly minutes?: number;
  /** The events with which it ends if the process goes on a minute later. */
  readonly ends?: readonly string[];
};

const stories: Record<string, Story> = {
  made: {},
  taken: { offered: true, act: answer(true), ends: ['BookingPlaced', 'WaitingEnded'] },
  'taken for an earlier time': {
    moves: true,
    offered: true,
    act: answer(true),
    ends: ['BookingMoved', 'WaitingEnded'],
  },
  declined: { offered: true, act: answer(false) },
  lapsed: { offered: true, minutes: 121 },
  'taken back': {
    offered: true,
    act: async (call, stage) =>
      call('withdrawOffer', { id: callId, params: { id: await firstOffer(stage) }, as: stage.as }),
  },
  'made by hand': { act: byHand(false) },
  'made by hand and taken': { act: byHand(true), ends: ['BookingPlaced', 'WaitingEnded'] },
};

const refused = (error: unknown): void => {
  if (!(error instanceof Rejection)) throw error;
};

const lost = (error: unknown): void => {
  if (!(error instanceof ConnectionLost)) refused(error);
};

/** Lives one story until the process crashes at a boundary, and goes on some minutes later in another process. */
const live = async (
  stage: Stage,
  { offered, act, minutes = 0 }: Story,
  [boundary, pause]: [number, number],
) => {
  const { world, list } = stage;
  if (offered) await list.settle();
  world.advance(minutes);
  const crash = crashAt(boundary);
  // A crash before a read leaves the same as one before the next write.
  const together = world.store.appendTogether ? (['appendTogether'] as const) : [];
  const mortal = world.startProcess(crash.around(world.store, ['append', ...together]));
  list.restart(mortal, crash);
  await act?.(mortal.call, stage).catch(lost);
  await list.settle().catch(lost);
  const next = world.startProcess();
  list.restart(next);
  world.advance(pause);
  if (crash.crashed()) await act?.(next.call, stage).catch(refused);
  await list.settle();
  const { store, now } = world;
  await mortalProcess({ store, crash: crashAt(Infinity), now, start: () => keepAgenda(next.domain) }).run();
  await list.settle();
  return crash.crashed();
};

/** Returns the reservations of all agendas, and whether one is the hold of an offer before its deadline. */
const holdsOf = async ({ store, now }: Stage['world']) => {
  const agendas = new Map<string, AgendaState>();
  const { evolve, initialState } = agendaDecider;
  for (const event of await store.readAll(beginning, 10_000))
    if (event.stream.startsWith('agenda-'))
      agendas.set(event.stream, evolve(agendas.get(event.stream) ?? initialState, event as never));
  const taken = [...agendas.values()].flatMap((agenda) => agenda.taken);
  return taken.map((one) => ({
    ...one,
    isLive: one.holder === 'offer' && one.deadline > now().toISOString(),
  }));
};

/** Checks that each open offer has a hold until its deadline, and that no holds and visits overlap. */
const check = async ({ world, list }: Stage, what: object): Promise<void> => {
  const taken = await holdsOf(world);
  for (const entryId of await entriesOf(list)) {
    const { state } = await world.domain.waits.load(entryId);
    const open = state.status === 'none' ? [] : state.offers.filter(({ status }) => status === 'open');
    for (const { reservationId, deadline } of open) {
      const holds = taken.filter((one) => one.reservationId === reservationId && one.deadline >= deadline);
      expect([what, holds]).toMatchObject([what, [{ isLive: true }]]);
    }
  }
  const kept = taken.filter(({ isLive, holder }) => isLive || holder === undefined);
  const pairs = kept.flatMap((one, nth) => kept.slice(nth + 1).map((other) => [one, other] as const));
  expect([what, pairs.filter(([one, other]) => overlap(one, other))]).toEqual([what, []]);
};

const outcomes = ['BookingPlaced', 'BookingMoved', 'WaitingEnded'];

const kinds = [
  ['one stream after the other', false],
  ['several streams at once', true],
] as const;
const cases = Object.entries(stories).flatMap(([name, story]) =>
  kinds.map(([kind, transactions]) => [name, kind, { story, transactions }] as const),
);

it.each(cases)(
  'an offer that is %s has one hold, and its visit is booked once, after a crash at any step, writing %s',
  async (_name, _kind, { story, transactions }) => {
    const { moves = false, ends = [] } = story;
    for (const pause of [1, 150]) {
      let boundary = 0;
      for (let crashed = true; crashed;) {
        boundary += 1;
        const stage = await open(transactions, { moves });
        const { world, list } = stage;
        const before = await world.store.head();
        crashed = await live(stage, story, [boundary, pause]);
        const what = { pause, boundary };
        await check(stage, what);
        const types = (await typesSince(world.store, before)).filter((type) => outcomes.includes(type));
        if (pause === 1) expect([what, types]).toEqual([what, ends]);
        else expect([what, [ends, []]]).toEqual([what, expect.arrayContaining([types])]);
        // Without an answer, every hold ends.
        world.advance(5 * 24 * 60);
        await list.settle();
        expect((await holdsOf(world)).filter(({ isLive }) => isLive)).toEqual([]);
      }
      expect(boundary).toBeGreaterThan(5);
    }
  },
);
