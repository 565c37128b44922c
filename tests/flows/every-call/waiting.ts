import { expect, vi } from 'vitest';
import { succeed } from '../../support/http.ts';
import { dayAhead } from '../../support/http-practice.ts';
import type { Scene } from './scene.ts';

const person = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  prefix: '+39',
  phone: '3330004444',
});

/** A visitor and a patient wait; a visit is cancelled, and its time goes to one and then to the other. */
export const waitForATime = async ({ client, anna, clinic, tokenFor }: Scene) => {
  const { call } = client;
  const { token } = anna;
  const { clinicId, services, offers } = clinic;
  const day = dayAhead(9);
  const booking = { hubServiceId: offers[0], date: `${day}T11:00` };
  const visit = await succeed(call('placeBooking', { body: { booking, patient: person('Vito') }, token }));

  const wish = { clinicId, clinicServiceId: services[0]!, from: day, until: day };
  const asked = { ...person('Zita'), privacyPolicy: true as const };
  await succeed(call('joinWaitingList', { body: { ...wish, contactInfo: asked } }));
  const link = await tokenFor('zita@example.com', 'waiting');
  const own = (await succeed(call('confirmWaiting', { token: link }))).data;
  expect(own).toMatchObject({ clinic_name: 'Studio Roma', from: day, until: day });
  const joined = await succeed(
    call('joinWaitingList', { body: { ...wish, patient: person('Yuri') }, token }),
  );
  const yuri = { params: { id: joined.data.id! }, token };
  const urgent = await succeed(call('editWaitingEntry', { ...yuri, body: { urgent: true } }));
  const list = async (from: string) =>
    (await succeed(call('getWaitingList', { params: { clinicId }, token, from }))).data;
  expect((await list(urgent.position!)).map(({ name }) => name)).toEqual(['Yuri', 'Zita']);

  const reasons = { clinicId, bookingIds: [visit.data.id] };
  const outcomes = (await succeed(call('sendRecalls', { body: reasons, token }))).data;
  expect(outcomes).toEqual([{ booking_id: visit.data.id, outcome: 'not-due' }]);
  const due = (await succeed(call('getRecalls', { params: { clinicId }, token }))).data;
  expect(due).toEqual({ due: [], total: 0, invited: 0 });

  const gone = await succeed(call('deleteBooking', { params: { id: visit.data.id }, token }));
  const toYuri = await tokenFor('yuri@example.com', 'offer');
  const shown = (await succeed(call('getOffer', { token: toYuri }))).data;
  expect(shown).toMatchObject({ status: 'open', held: true, times: [{ professional: 'anna Rossi' }] });
  const [first] = await list(gone.position!);
  expect(first?.offer).toMatchObject({ because: 'urgent', asked: 0 });
  await succeed(call('withdrawOffer', { params: { id: first!.offer!.id }, token }));
  const away = await succeed(call('leaveWaitingList', yuri));

  const [zita] = await list(away.position!);
  const params = { id: zita!.id };
  await succeed(call('offerTime', { params, token, body: booking }));
  const toZita = await tokenFor('zita@example.com', 'offer');
  const taken = (await succeed(call('answerOffer', { token: toZita, body: { take: true } }))).data;
  expect(taken.status).toBe('taken');
  const calendar = await vi.waitUntil(async () => {
    const query = { from: day, to: day };
    const { data } = await succeed(call('getProCalendar', { params: { proId: anna.proId }, query, token }));
    return data.bookings.length > 0 && data.bookings;
  });
  expect(calendar).toMatchObject([{ patient_name: 'Zita' }]);
};
