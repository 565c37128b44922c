import { deriveId } from '@visita/platform/derive-id';
import { describe, expect, it } from 'vitest';
import { registerPro } from '../testing/practice.ts';
import { createWorld, pro, typesSince, type World } from '../testing/world.ts';

const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });
const options = (world: World, id: string, body: unknown) =>
  world.call('updateOptions', { params: { id }, body, as: pro(id) });

describe('options', () => {
  it('belong to the pro alone', async () => {
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna'), await registerPro(world, 'bea')];
    const head = await world.store.head();
    const body = { patientBookingLimit: true };
    await refused(world.call('updateOptions', { params: { id: anna }, body, as: pro(bea) }), 'not-found');
    const consent = { params: { id: anna }, body: { marketingConsent: true }, as: pro(bea) };
    await refused(world.call('updatePro', consent), 'not-found');
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it('change the booking slug, which is unique and frees the old one', async () => {
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna'), await registerPro(world, 'bea')];
    expect((await options(world, anna, { calendarPageUrl: 'Studio Anna' })).answer.data.calendarPageUrl).toBe(
      'studioanna',
    );
    await refused(options(world, bea, { calendarPageUrl: 'studioanna' }), 'slug-taken');
    await refused(options(world, bea, { calendarPageUrl: 'anna' }), 'slug-taken');
    await refused(options(world, bea, { calendarPageUrl: 'login' }), 'slug-reserved');
    await options(world, anna, { calendarPageUrl: 'anna' });
    await options(world, bea, { calendarPageUrl: 'studioanna' });
  });

  it('come back as a whole as they were read; what cannot be changed must be as it is', async () => {
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna', 'free'), await registerPro(world, 'bea')];
    const whole = (await options(world, anna, {})).answer.data;
    const changed = { ...whole, proId: anna, calendarAvailabilityLimit: 45, calendarPageUrl: 'studio' };
    expect((await options(world, anna, changed)).answer.data).toEqual({
      ...whole,
      calendarAvailabilityLimit: 45,
      calendarPageUrl: 'studio',
    });
    const head = await world.store.head();
    for (const other of [{ id: bea }, { proId: bea }, { googleAccessToken: 'connected' }])
      await refused(options(world, anna, { ...whole, ...other }), 'malformed-request');
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it('that are refused write nothing, and never give up the username', async () => {
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna', 'free'), await registerPro(world, 'bea')];
    await options(world, anna, { calendarPageUrl: 'studio' });
    const head = await world.store.head();
    const mixed = { calendarPageUrl: 'anna', thankYouPageUrl: 'https://example.com' };
    await refused(options(world, anna, mixed), 'plan-required');
    expect(await typesSince(world.store, head)).toEqual([]);
    await refused(options(world, bea, { calendarPageUrl: 'anna' }), 'slug-taken');
  });
});

describe('a repeated step of onboarding', () => {
  it('answers the same and writes nothing', async () => {
    const world = createWorld();
    const id = await registerPro(world, 'anna', 'free');
    const head = await world.store.head();
    const step = { params: { id }, body: { configStatus: 100, subscriptionName: 'free' }, as: pro(id) };
    const { answer } = await world.startProcess().call('updatePro', { ...step, id: deriveId('again') });
    expect(answer.data).toMatchObject({ configStatus: 100, subscriptionName: 'free' });
    expect(await typesSince(world.store, head)).toEqual([]);
  });
});
