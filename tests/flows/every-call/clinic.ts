import type { HubView } from '@visita/contracts/clinic/views';
import { expect } from 'vitest';
import { succeed } from '../../support/http.ts';
import { dayAhead, registerPro } from '../../support/http-practice.ts';
import type { Scene } from './scene.ts';

const place = { city: 'Roma', address: 'Via Appia 1', postalCode: '00100' };
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

/** A clinic is opened, changed and deleted; services are added and withdrawn. */
export const runAClinic = async ({ client, anna }: Scene) => {
  const { call } = client;
  const { token, proId } = anna;
  const { data: provinces } = await succeed(call('getProvinces'));
  const provinceId = provinces.find(({ name }) => name === 'Roma')!.id;
  const { data: specializations } = await succeed(call('getSpecializations'));
  const body = { ...place, name: 'Studio', provinceId, ownerId: proId, onlineBooking: false };
  const { id } = (await succeed(call('openClinic', { body, token }))).data;
  const row = { specializationId: specializations[0]!.id, duration: 30, price: 80.5, clinicId: id };
  const rows = ['Visita', 'Controllo'].map((serviceName) => ({ ...row, serviceName }));
  const services = ids((await succeed(call('addClinicServices', { body: rows, token }))).data);
  const moved = { ...place, name: 'Studio Nuovo', provinceId, city: 'Ostia' };
  await succeed(call('updateClinic', { params: { id }, body: moved, token }));
  for (const patients_shared of [true, false])
    await succeed(call('updateClinic', { params: { id }, body: { patients_shared }, token }));
  for (const second_factor of [true, false])
    await succeed(call('updateClinic', { params: { id }, body: { second_factor }, token }));
  const longer = {
    specializationId: row.specializationId,
    price: row.price,
    serviceName: 'Visita',
    duration: 40,
    bufferAfter: 5,
  };
  await succeed(call('changeClinicService', { params: { id: services[0]! }, body: longer, token }));
  const withdrawn = { params: { id: services[1]! }, body: { activated: false } as const, token };
  const { position } = await succeed(call('archiveClinicService', withdrawn));

  const read = { token, from: position! };
  const clinic = (await succeed(call('getClinic', { params: { id }, ...read }))).data;
  expect(clinic).toMatchObject({ name: 'Studio Nuovo', city: 'Ostia', online_booking: false });
  const offered = (await succeed(call('getClinicServices', { params: { id }, ...read }))).data;
  expect(offered).toMatchObject([{ id: services[0], price: 80.5, duration: 40, bufferAfter: 5 }]);
  expect(ids((await succeed(call('getServices', read))).data)).toContain(services[0]);
  expect(ids((await succeed(call('getClinics', read))).data)).toContain(id);
  expect(ids((await succeed(call('getProClinics', { params: { id: proId }, ...read }))).data)).toContain(id);

  const archive = { params: { id }, body: { status: 'archived' } as const, token };
  const { position: from } = await succeed(call('updateClinic', archive));
  expect(ids((await succeed(call('getClinics', { token, from: from! }))).data)).not.toContain(id);
};

/** A collaborator is invited and accepts; hours and services of their hub change. */
export const runATeam = async ({ client, anna, clinic }: Scene) => {
  const { call } = client;
  const { token } = anna;
  const bruno = await registerPro(client, 'bruno');
  const [service, other] = clinic.services as [string, string];
  const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' };
  const invitation = { clinicId: clinic.clinicId, availability: [hours], services: [service] };
  const body = { ...invitation, proEmail: bruno.email };
  const { hub } = (await succeed(call('addCollaborator', { body, token }))).data;
  const params = { id: hub.id };
  await succeed(call('updateHub', { params, body: { status: 'active' }, token: bruno.token }));
  const eve = { date: dayAhead(40), windows: [{ starting_hour: '09:00', ending_hour: '11:00' }] };
  const given = { params, body: { days: [eve] }, token: bruno.token };
  expect((await succeed(call('setDayHours', given))).data).toEqual([eve]);
  const back = { params, body: { days: [{ date: eve.date, windows: null }] }, token: bruno.token };
  expect((await succeed(call('setDayHours', back))).data).toEqual([]);
  const more = [{ ...hours, hubId: hub.id, working_day: 2 }];
  const [added] = (await succeed(call('addHubAvailabilities', { body: more, token: bruno.token }))).data;
  const offer = { body: { hubId: hub.id, clinicServiceId: other }, token };
  const { id: offerId } = (await succeed(call('addHubService', offer))).data;
  const terms = { params: { id: offerId }, body: { duration: 25, price: null }, token };
  const own = { duration: 25, ownDuration: 25, ownPrice: null };
  expect((await succeed(call('setHubServiceTerms', terms))).data).toMatchObject(own);
  const gone = { params: { id: hub.availabilities[0]!.id }, token: bruno.token };
  await succeed(call('removeHubAvailability', gone));
  const withdrawn = { params: { id: hub.services[0]!.id }, body: { activated: false } as const, token };
  const { position } = await succeed(call('removeHubService', withdrawn));

  const asked = { params: { id: bruno.proId }, token: bruno.token, from: position! };
  const [hubOfBruno] = (await succeed(call('getProHubs', asked))).data as HubView[];
  expect(hubOfBruno).toMatchObject({ id: hub.id, status: 'active', role: 'guest' });
  expect(ids(hubOfBruno!.availabilities)).toEqual([added!.id]);
  expect(hubOfBruno!.services).toMatchObject([{ id: offerId, ...own }]);
};

/** A closing and a vacation are created and removed. */
export const closeForAWhile = async ({ client, anna, clinic }: Scene) => {
  const { call } = client;
  const { token, proId } = anna;
  const day = dayAhead(100);
  const stretch = { title: 'Ponte', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` };
  const closing = { ...stretch, clinic_id: clinic.clinicId, type: 'closing' } as const;
  const booking = { hubServiceId: clinic.offers[0], date: `${day}T09:00` };
  const patient = { name: 'Lia', email: 'lia@example.com', prefix: '+39', phone: '3330001199' };
  const booked = await succeed(call('placeBooking', { body: { booking, patient }, token }));
  const affectedOf = async (where: { clinic_id: string } | { hub_id: string }) => {
    const query = { ...where, from: stretch.starting_date, to: stretch.ending_date };
    return (await succeed(call('getAffected', { query, token }))).data;
  };
  const foreseen = [
    await affectedOf({ clinic_id: clinic.clinicId }),
    await affectedOf({ hub_id: clinic.hubId }),
  ];
  expect(foreseen.map(ids)).toEqual([[booked.data.id], [booked.data.id]]);
  const {
    data: planned,
    affected,
    position: closed,
  } = await succeed(call('planClosing', { body: closing, token }));
  expect(foreseen).toEqual([affected, affected]);
  const asked = { query: { inactivity_id: planned.id }, token, from: closed! };
  const inTheWay = (await succeed(call('getVisitsInTheWay', asked))).data;
  expect({ ...inTheWay, bookings: ids(inTheWay.bookings) }).toMatchObject({
    type: 'closing',
    title: 'Ponte',
    bookings: [booked.data.id],
  });
  await succeed(call('deleteBooking', { params: { id: booked.data.id }, token }));
  const vacation = { ...stretch, hub_id: clinic.hubId, type: 'vacation' } as const;
  const { data: away, position } = await succeed(call('planVacation', { body: vacation, token }));
  const calendar = async (from: string) =>
    (await succeed(call('getProCalendar', { params: { proId }, token, from }))).data;
  const before = await calendar(position!);
  expect([ids(before.clinicInactivities), ids(before.hubInactivities)]).toEqual([[planned.id], [away.id]]);
  await succeed(call('cancelClosing', { params: { id: planned.id }, token }));
  const cancelled = await succeed(call('cancelVacation', { params: { id: away.id }, token }));
  const after = await calendar(cancelled.position!);
  expect([after.clinicInactivities, after.hubInactivities]).toEqual([[], []]);
};

export const closeOnHolidays = async ({ client, anna, clinic }: Scene) => {
  const { call } = client;
  const { token } = anna;
  const params = { id: clinic.clinicId };
  const choice = { country: 'IT', region: null, language: 'en' } as const;
  const chosen = await succeed(call('setHolidays', { params, body: choice, token }));
  const holidays = async (from: string) =>
    (await succeed(call('getHolidays', { params, query: { language: 'en' }, token, from }))).data;
  const { days, ...place } = await holidays(chosen.position!);
  expect(place).toMatchObject({ country: 'IT', region: null });
  expect(days.map(({ closed }) => closed)).toEqual(days.map(() => true));
  const { date } = days[3]!;
  const open = await succeed(call('setHoliday', { params, body: { date, open: true }, token }));
  const kept = (await holidays(open.position!)).days.filter(({ closed }) => !closed);
  expect(kept.map((day) => day.date)).toEqual([date]);
  const none = { country: null, region: null, language: 'en' } as const;
  const givenUp = await succeed(call('setHolidays', { params, body: none, token }));
  expect(await holidays(givenUp.position!)).toMatchObject({ country: null, days: [] });

  const booking = { hubServiceId: clinic.offers[0], date: `${date}T09:00` };
  const patient = { name: 'Lia', email: 'lia@example.com', prefix: '+39', phone: '3330001199' };
  const booked = await succeed(call('placeBooking', { body: { booking, patient }, token }));
  const query = { clinic_id: clinic.clinicId, country: 'IT' };
  const foreseen = (await succeed(call('getAffected', { query, token }))).data;
  expect(ids(foreseen)).toEqual([booked.data.id]);
  expect((await succeed(call('setHolidays', { params, body: choice, token }))).affected).toEqual(foreseen);
  await succeed(call('setHolidays', { params, body: none, token }));
  await succeed(call('deleteBooking', { params: { id: booked.data.id }, token }));
};
