import { expect, it, describe } from 'vitest';
import { bookingOf, joinPractice, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const monday = '2026-11-23T09:00';
const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });

const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const colleague = await joinPractice(world, practice);
  const as = pro(practice.ownerId);
  const place = (offer: string, date = monday) =>
    world.call('placeBooking', { body: bookingOf(offer, date), as });
  const request = (offer: string, date = monday) =>
    world.call('requestBooking', { body: { ...requestOf(practice, date), serviceHubId: offer } });
  const hubIs = (status: string) =>
    world.call('updateHub', { params: { id: colleague.hubId }, body: { status }, as });
  return { world, practice, colleague, as, place, request, hubIs };
};

describe('what can be booked', () => {
  it.each(['paused', 'archived'])('is at no %s hub, for pros and patients', async (status) => {
    const { colleague, place, request, hubIs } = await scene();
    await place(colleague.offers[0]);
    await hubIs(status);
    await refused(place(colleague.offers[0], '2026-11-24T09:00'), 'hub-not-active');
    await refused(request(colleague.offers[0], '2026-11-24T09:00'), 'hub-not-active');
  });

  it('is at a hub that was switched on again', async () => {
    const { colleague, request, hubIs } = await scene();
    await hubIs('paused');
    await hubIs('active');
    await request(colleague.offers[0]);
  });

  it('is no service that the hub never had, or has no more', async () => {
    const { world, practice, as, place, request } = await scene();
    await refused(place(`${practice.hubId}.none`), 'service-unknown');
    await refused(request(`${practice.hubId}.none`), 'service-unknown');
    const gone = { params: { id: practice.offers[1] }, body: { activated: false }, as };
    await world.call('removeHubService', gone);
    await refused(request(practice.offers[1]), 'service-unknown');
    await request(practice.offers[0]);
  });

  it('is no service that the clinic removed', async () => {
    const { world, practice, as, place } = await scene();
    const params = { id: practice.services[0]! };
    await world.call('archiveClinicService', { params, body: { activated: false }, as });
    await refused(place(practice.offers[0]), 'service-unknown');
    await place(practice.offers[1]);
  });

  it('is nothing in a closing, also for pros, who may ignore working hours', async () => {
    const { world, practice, as, place, request } = await scene();
    const typed = { starting_date: '2026-11-23T09:30', ending_date: '2026-11-23T10:30' };
    const body = { title: 'Ponte', clinic_id: practice.clinicId, type: 'closing', ...typed };
    await world.call('planClosing', { body, as });
    await refused(place(practice.offers[0], '2026-11-23T09:45'), 'professional-busy');
    await refused(request(practice.offers[0], '2026-11-23T10:00'), 'slot-not-offered');
    await place(practice.offers[0], '2026-11-23T09:00');
    await place(practice.offers[0], '2026-11-23T10:30');
  });
});
