import { reservedSlugs } from '@visita/contracts/fields';
import { deriveId } from '@visita/platform/ids/derive-id';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '@visita/platform/event-store/port';
import { registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince, type World } from '../../testing/world.ts';

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

  it('change the booking slug, which is unique, and release one used for less than a day', async () => {
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

  it('keep an address used for a day, and may go back to it', async () => {
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna'), await registerPro(world, 'bea')];
    await options(world, anna, { calendarPageUrl: 'studio' });
    world.advance(24 * 60);
    await options(world, anna, { calendarPageUrl: 'short' });
    world.advance(24 * 60 - 1);
    await options(world, anna, { calendarPageUrl: 'present' });
    await refused(options(world, bea, { calendarPageUrl: 'studio' }), 'slug-taken');
    await options(world, bea, { calendarPageUrl: 'short' });

    // When a change back is overtaken, it does not release the address.
    const dying = world.startProcess({ ...world.store, append: () => Promise.reject(new Error('killed')) });
    const back = { params: { id: anna }, body: { calendarPageUrl: 'studio' }, as: pro(anna) };
    await expect(dying.call('updateOptions', back)).rejects.toThrow('killed');
    await options(world, anna, { calendarPageUrl: 'another' });
    await refused(options(world, bea, { calendarPageUrl: 'studio' }), 'slug-taken');
    expect((await options(world, anna, { calendarPageUrl: 'studio' })).answer.data.calendarPageUrl).toBe(
      'studio',
    );
  });

  it('are accepted as read; fields that cannot be changed must be unchanged', async () => {
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

  it('hold one address besides their own, even after a crash between the claim and the change', async () => {
    const wanted = { calendarPageUrl: 'studio' };
    for (let writes = 0; ; writes += 1) {
      const world = createWorld();
      const [anna, bea] = [await registerPro(world, 'anna'), await registerPro(world, 'bea')];
      await options(world, anna, { calendarPageUrl: 'before' });
      let left = writes;
      const append: EventStore['append'] = (...given) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : world.store.append(...given);
      };
      const dying = world.startProcess({ ...world.store, append });
      const request = { params: { id: anna }, body: wanted, as: pro(anna) };
      const done = await dying.call('updateOptions', request).then(
        () => true,
        () => false,
      );
      const fresh = world.startProcess();
      const ask = (id: string, calendarPageUrl: string) =>
        fresh.call('updateOptions', { params: { id }, body: { calendarPageUrl }, as: pro(id) });
      const present = (await ask(anna, 'anna')).answer.data.calendarPageUrl;
      expect(present).toBe('anna');
      for (const free of ['studio', 'before']) await ask(bea, free);
      if (done) break;
    }
    // The process releases the address even without a later change.
    const world = createWorld();
    const [anna, bea] = [await registerPro(world, 'anna'), await registerPro(world, 'bea')];
    let left = 2;
    const append: EventStore['append'] = (...given) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : world.store.append(...given);
    };
    const dying = world.startProcess({ ...world.store, append });
    await expect(
      dying.call('updateOptions', { params: { id: anna }, body: wanted, as: pro(anna) }),
    ).rejects.toThrow('killed');
    await options(world, bea, wanted);
    expect((await options(world, anna, {})).answer.data.calendarPageUrl).toBe('anna');
    await refused(options(world, anna, wanted), 'slug-taken');
  });

  it.each(['support', 'postmaster'])(
    "to %s, which looks like the operator's, are refused under strict only",
    async (slug) => {
      const world = createWorld(undefined, 'strict');
      const id = await registerPro(world, 'anna');
      await refused(options(world, id, { calendarPageUrl: slug }), 'slug-reserved');
      const open = createWorld();
      const before = await registerPro(open, 'anna');
      const { answer } = await options(open, before, { calendarPageUrl: slug });
      expect(answer.data.calendarPageUrl).toBe(slug);
    },
  );

  it('start with another booking address if the username is reserved, at every derivation', async () => {
    const world = createWorld();
    const ids = [];
    for (const username of reservedSlugs) {
      const id = await registerPro(world, username);
      const address = (await options(world, id, {})).answer.data.calendarPageUrl;
      expect(address).toBe(`${username}_${id.slice(0, 8)}`);
      ids.push({ id, address });
    }
    const [first, second] = ids;
    await refused(options(world, second!.id, { calendarPageUrl: first!.address }), 'slug-reserved');
    const twin = await registerPro(world, first!.address);
    expect((await options(world, twin, {})).answer.data.calendarPageUrl).toBe(
      `${first!.address}_${twin.slice(0, 8)}`,
    );
    await options(world, first!.id, { calendarPageUrl: 'studio' });
    const back = await options(world, first!.id, { calendarPageUrl: first!.address });
    expect(back.answer.data.calendarPageUrl).toBe(first!.address);
  });

  it('refused, write nothing, and never release the username', async () => {
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
  it('gives the same answer and writes nothing', async () => {
    const world = createWorld();
    const id = await registerPro(world, 'anna', 'free');
    const head = await world.store.head();
    const step = { params: { id }, body: { configStatus: 100, subscriptionName: 'free' }, as: pro(id) };
    const { answer } = await world.startProcess().call('updatePro', { ...step, id: deriveId('again') });
    expect(answer.data).toMatchObject({ configStatus: 100, subscriptionName: 'free' });
    expect(await typesSince(world.store, head)).toEqual([]);
  });
});
