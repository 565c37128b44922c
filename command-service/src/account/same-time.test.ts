import { Rejection } from '@visita/contracts/problem';
import { beginning } from '@visita/platform/event-store/port';
import { beforeEach, expect, it, vi } from 'vitest';
import { bookingOf, invite, openClinic, openPractice } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';
import { sameTime } from '../unit-of-work.ts';

// Durations vary, so the test counts their causes: hashes, and minimum response times.
const anna = {
  username: 'anna',
  email: 'anna@example.com',
  password: 'lungomare-24',
  configStatus: 1,
  termsConditions: true,
  privacyPolicy: true,
  marketingConsent: false,
  comunicationsLanguage: 'it',
};
const free = 'nobody@example.com';

let world: World;
beforeEach(() => {
  world = createWorld(undefined, 'strict');
});

const prove = async (proId: string): Promise<void> => {
  await world.call('requestEmailConfirmation', { as: pro(proId) });
  const events = await world.store.readStream(`pro-${proId}`);
  const { data } = events.findLast(({ type }) => type === 'AddressProofRequested')!;
  const { tokenId } = data as { tokenId: string };
  await world.call('confirmEmail', { as: { kind: 'account', purpose: 'address-proof', proId, tokenId } });
};

const waited = async (call: () => Promise<unknown>): Promise<number[]> => {
  const before = world.pauses.length;
  await call();
  return world.pauses.slice(before);
};

it('a login hashes one password, whether or not the account exists', async () => {
  await world.call('signUp', { body: anna });
  const verify = vi.spyOn(world.credentials, 'verify');
  const hashes = async (email: string) => {
    verify.mockClear();
    await expect(world.call('logIn', { body: { email, password: 'wrong' } })).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    return verify.mock.calls.length;
  };
  expect([await hashes(anna.email), await hashes(free)]).toEqual([1, 1]);
});

it("a request for a link is answered after the same time, whether or not the address is an account's", async () => {
  const { id: proId } = (await world.call('signUp', { body: anna })).answer.data;
  await prove(proId);
  await world.call('signUp', { body: { ...anna, username: 'bruno', email: 'bruno@example.com' } });
  for (const email of [anna.email, free]) {
    const reset = () => world.call('requestPasswordReset', { body: { email } });
    expect(await waited(reset)).toEqual([sameTime]);
  }
  for (const newEmail of ['bruno@example.com', free]) {
    const change = () =>
      world.call('requestEmailChange', { body: { currentEmail: anna.email, newEmail }, as: pro(proId) });
    expect(await waited(change)).toEqual([sameTime]);
  }
});

it('a booking request is answered after the same time, whether or not the visitor is a patient', async () => {
  const open = createWorld();
  const { ownerId, clinicId, offers } = await openPractice(open);
  world = createWorld(open.store, 'strict');
  await prove(ownerId);
  await world.call('placeBooking', {
    body: bookingOf(offers[0], '2026-11-23T09:00', 'carla'),
    as: pro(ownerId),
  });
  const ask = (email: string, date: string) => () => {
    const person = { name: 'Carla', email, prefix: '+39', phone: '3330001111', privacyPolicy: true };
    const body = { clinicId, serviceHubId: offers[0], date, contactInfo: person };
    return world.call('requestBooking', { body });
  };
  expect(await waited(ask('carla@example.com', '2026-11-24T09:00'))).toEqual([sameTime]);
  expect(await waited(ask(free, '2026-11-24T10:00'))).toEqual([sameTime]);
});

it("an invitation is answered after the same time, whether or not the address is an account's", async () => {
  const open = createWorld();
  const practice = await openPractice(open);
  const { ownerId } = practice;
  world = createWorld(open.store, 'strict');
  await prove(ownerId);
  await world.call('signUp', { body: { ...anna, username: 'bruno', email: 'bruno@example.com' } });
  for (const username of ['bruno', 'nobody']) {
    expect(await waited(() => invite(world, practice, { ownerId, username }))).toEqual([sameTime]);
  }
});

/**
 * Returns the result of a call that has done its work and still waits: the result is sent only
 * after the wait.
 */
const answered = async (call: () => Promise<unknown>): Promise<unknown> => {
  const before = waiting.length;
  const outcome = vi.fn<(what: unknown) => void>();
  const asked = call().then(
    (answer) => outcome(answer),
    (error: unknown) => outcome(error),
  );
  await vi.waitFor(() => expect(waiting).toHaveLength(before + 1));
  // The store is in memory, so the work is done within these turns.
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(outcome, 'before its time').not.toHaveBeenCalled();
  waiting.pop()?.();
  await asked;
  return outcome.mock.calls[0]?.[0];
};

/** Deliberate waits; the test ends each of them. */
let waiting: (() => void)[] = [];
/** The same product, with waits that the test ends. */
const whereCallsWait = ({ store }: World): World => {
  waiting = [];
  return createWorld(store, 'strict', () => new Promise((resolve) => waiting.push(resolve)));
};

it("an invitation is refused after the same time, whether or not the address is an account's", async () => {
  const open = createWorld();
  const practice = await openPractice(open);
  const { ownerId } = practice;
  await open.call('signUp', { body: { ...anna, username: 'bruno', email: 'bruno@example.com' } });
  const { services } = await openClinic(open, ownerId, 'Studio Milano');
  world = whereCallsWait(open);
  await prove(ownerId);
  for (const username of ['bruno', 'nobody']) {
    const clinic = { ...practice, services };
    expect(await answered(() => invite(world, clinic, { ownerId, username }))).toBeInstanceOf(Rejection);
  }
});

it('a booking is refused after the same time, whether or not the visitor is a patient', async () => {
  const open = createWorld();
  const { ownerId, clinicId, offers } = await openPractice(open);
  for (const [date, name] of [
    ['2026-11-23T09:00', 'carla'],
    ['2026-11-24T09:00', 'dora'],
  ] as const)
    await open.call('placeBooking', { body: bookingOf(offers[0], date, name), as: pro(ownerId) });
  world = whereCallsWait(open);
  await prove(ownerId);
  for (const email of ['carla@example.com', free]) {
    const person = { name: 'Carla', email, prefix: '+39', phone: '3330001111', privacyPolicy: true };
    const body = { clinicId, serviceHubId: offers[0], date: '2026-11-24T09:00', contactInfo: person };
    expect(await answered(() => world.call('requestBooking', { body }))).toMatchObject({
      code: 'slot-taken',
    });
  }
});

it('an unsent link takes as long as a sent one, for an unknown, already mailed or taken address', async () => {
  const open = createWorld();
  const { id: proId } = (await open.call('signUp', { body: anna })).answer.data;
  await open.call('signUp', { body: { ...anna, username: 'bruno', email: 'bruno@example.com' } });
  world = whereCallsWait(open);
  await prove(proId);
  const links = async () =>
    (await world.store.readAll(beginning, 1_000)).filter(({ type }) =>
      ['PasswordResetRequested', 'EmailChangeRequested'].includes(type),
    ).length;
  const answerOf = (work: () => Promise<{ answer: unknown; position: string | null }>) => async () => {
    const { answer, position } = await work();
    return { answer, position };
  };
  const reset = (email: string) => answerOf(() => world.call('requestPasswordReset', { body: { email } }));
  const [given, again, nobodys] = [
    await answered(reset(anna.email)),
    await answered(reset(anna.email)),
    await answered(reset(free)),
  ];
  expect([again, nobodys]).toEqual([given, given]);
  expect(await links()).toBe(1);

  const change = (newEmail: string) =>
    answerOf(() =>
      world.call('requestEmailChange', { body: { currentEmail: anna.email, newEmail }, as: pro(proId) }),
    );
  const [mailed, taken] = [await answered(change(free)), await answered(change('bruno@example.com'))];
  expect(taken).toEqual(mailed);
  expect(await links()).toBe(2);
});
