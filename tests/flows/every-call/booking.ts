import { expect } from 'vitest';
import { succeed } from '../../support/http.ts';
import { dayAhead, requestOf } from '../../support/http-practice.ts';
import type { Scene } from './scene.ts';

/** A patient books by the public page, confirms by mail, and says how it was. */
export const bookAsAPatient = async ({ client, clinic, tokenFor }: Scene) => {
  const { call } = client;
  const { clinicId, offers, position } = clinic;
  const day = dayAhead(7);
  const times = async (from: string) => {
    const { data } = await succeed(call('getBookingAvailabilities', { params: { clinicId }, from }));
    const offered = data.find(({ date }) => date === day)?.bookingAvailabilities;
    return offered?.find((one) => one.hubServiceId === offers[0])?.availabilities ?? [];
  };
  expect(await times(position)).toContain('09:00');
  const body = requestOf(clinicId, offers[0], `${day}T09:00`, 'carla');
  await succeed(call('requestBooking', { body }));
  const token = await tokenFor('carla@example.com', 'confirmation');
  const confirmed = await succeed(call('confirmBooking', { token }));
  expect(confirmed.data).toMatchObject({ patientName: 'carla', clinic_name: 'Studio Roma' });
  expect(await times(confirmed.position!)).not.toContain('09:00');
  await succeed(call('submitSurvey', { body: { rating: 5, comment: 'Tutto bene', token } }));
};

/** A pro books for a patient, moves, notes and deletes it, and corrects the patient. */
export const bookAsAPro = async ({ client, anna, clinic }: Scene) => {
  const { call } = client;
  const { token, proId } = anna;
  const patient = { name: 'Dora', email: 'dora@example.com', prefix: '+39', phone: '3330001111' };
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(8)}T09:00` };
  const placed = await succeed(call('placeBooking', { body: { booking, patient }, token }));
  const params = { id: placed.data.id };
  const later = { date: `${dayAhead(8)}T15:00`, hub_service_id: clinic.offers[1] };
  const edited = await succeed(call('editBooking', { params, body: later, token }));
  expect(edited.data.date).toContain('T15:00');
  await succeed(call('editBookingNotes', { params, body: { pro_notes: 'allergica' }, token }));
  const corrected = { patientId: placed.patient.id, name: 'Dora Neri', prefix: '+34', phone: '600111222' };
  const { position } = await succeed(call('updatePatient', { body: corrected, token }));

  const asked = { token, from: position! };
  const list = await succeed(call('getPatients', { params: { key: proId }, ...asked }));
  expect(list.data).toContainEqual(expect.objectContaining({ id: placed.patient.id, name: 'Dora Neri' }));
  const found = await succeed(call('getPatients', { params: { key: patient.email }, ...asked }));
  expect(found.data).toMatchObject({ id: placed.patient.id, phone: '600111222' });
  const history = { params: { patientId: placed.patient.id, proId }, ...asked };
  const { data } = await succeed(call('getPatientBookings', history));
  expect(data.bookings).toMatchObject([{ ...params, pro_notes: 'allergica' }]);

  const time = { starting_date: `${dayAhead(8)}T12:00`, ending_date: `${dayAhead(8)}T14:00` };
  const body = { ...time, hub_id: clinic.hubId, note: 'Dentista' };
  const blocked = await succeed(call('blockTime', { body, token }));
  const seen = { params: { proId }, token, from: blocked.position! };
  expect((await succeed(call('getProCalendar', seen))).data.blocks).toContainEqual(blocked.data);
  await succeed(call('unblockTime', { params: { id: blocked.data.id }, token }));

  const deleted = await succeed(call('deleteBooking', { params, token }));
  const read = { params: { proId }, token, from: deleted.position! };
  const calendar = await succeed(call('getProCalendar', read));
  expect(calendar.data.bookings.map(({ id }) => id)).not.toContain(params.id);
};
