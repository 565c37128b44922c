import { expect } from 'vitest';
import { succeed } from '../../support/http.ts';
import { dayAhead, requestOf } from '../../support/http-practice.ts';
import type { Scene } from './scene.ts';

/** A patient books online, confirms by mail and answers the survey. */
export const bookAsAPatient = async ({ client, anna, clinic, tokenFor }: Scene) => {
  const { call } = client;
  const { clinicId, offers, position } = clinic;
  const day = dayAhead(7);
  const times = async (from: string) => {
    const { data } = await succeed(call('getBookingAvailabilities', { params: { clinicId }, from }));
    const offered = data.find(({ date }) => date === day)?.bookingAvailabilities;
    return offered?.find((one) => one.hubServiceId === offers[0])?.availabilities ?? [];
  };
  expect(await times(position)).toContain('09:00');
  const as = { token: anna.token, from: position };
  const preview = (await succeed(call('getBookingPreview', as))).data;
  expect([preview.open, preview.clinics.map(({ id }) => id)]).toEqual([true, [clinicId]]);
  const shown = await succeed(call('getPreviewAvailabilities', { params: { clinicId }, ...as }));
  expect(shown.data.some(({ date }) => date === day)).toBe(true);
  const notices = async (from: string) => (await succeed(call('getNotices', { ...as, from }))).data;
  expect(await notices(position)).toMatchObject({ notices: [], unread: 0, held: 0 });
  const body = requestOf(clinicId, offers[0], `${day}T09:00`, 'carla');
  await succeed(call('requestBooking', { body }));
  const token = await tokenFor('carla@example.com', 'confirmation');
  const confirmed = await succeed(call('confirmBooking', { token }));
  expect(confirmed.data).toMatchObject({ patientName: 'carla', clinic_name: 'Studio Roma' });
  expect(await times(confirmed.position!)).not.toContain('09:00');
  const {
    notices: [notice],
    ...counts
  } = await notices(confirmed.position!);
  expect(notice).toMatchObject({ kind: 'booked', patient_name: 'carla', read: false });
  expect(counts).toMatchObject({ unread: 1, held: 0 });
  await succeed(call('readNotices', { body: { ids: [notice!.id] }, token: anna.token }));
  expect((await notices(confirmed.position!)).unread).toBe(0);
  const own = { token: confirmed.data.manage_token };
  expect((await succeed(call('getMyMessages', own))).data).toMatchObject({
    clinic: 'Studio Roma',
    recalls: true,
  });
  const chosen = await succeed(call('setMyMessages', { ...own, body: { recalls: false, language: 'en' } }));
  expect(chosen.data).toMatchObject({ recalls: false, stopped: false, language: 'en' });
  await succeed(call('submitSurvey', { body: { rating: 5, comment: 'Tutto bene', token } }));
};

/** A professional records a past visit's attendance and corrects it. */
export const sayWhoCame = async ({ client, anna, clinic }: Scene) => {
  const { call } = client;
  const { token, proId } = anna;
  const patient = { name: 'Furio', email: 'furio@example.com', prefix: '+39', phone: '3330003333' };
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(-1)}T09:00` };
  const placed = await succeed(call('placeBooking', { body: { booking, patient }, token }));
  const params = { id: placed.data.id };
  const arrived = await succeed(call('markPatientArrived', { params, token }));
  expect(arrived.data).toMatchObject({ attendance: 'arrived', status: 'confirmed' });
  const seen = await succeed(call('markBookingAttended', { params, token }));
  expect(seen.data).toMatchObject({ attendance: 'attended', arrived_at: arrived.data.arrived_at });
  const correct = (attendance: 'expected' | 'excused') =>
    succeed(call('correctAttendance', { params, body: { attendance }, token }));
  expect((await correct('expected')).data).toMatchObject({ attendance: 'expected', arrived_at: '' });
  await succeed(call('markBookingMissed', { params, body: { excused: false }, token }));
  const { position } = await correct('excused');
  const history = { params: { patientId: placed.patient.id, proId }, token, from: position! };
  const { data } = await succeed(call('getPatientBookings', history));
  expect(data.bookings).toMatchObject([{ ...params, attendance: 'excused' }]);
};

/** A professional asks for the free times of the clinic on a day with a visit at 15:00. */
const askForFreeTimes = async (
  { client: { call }, anna, clinic }: Pick<Scene, 'client' | 'anna' | 'clinic'>,
  from: string,
) => {
  const { clinicId, hubId, offers, services } = clinic;
  const query = { clinicServiceId: services[0]!, from: dayAhead(8), to: dayAhead(9) };
  const free = (await succeed(call('getFreeTimes', { params: { clinicId }, query, token: anna.token, from })))
    .data;
  expect(free.professionals).toMatchObject([{ hubServiceId: offers[0], hubId }]);
  const times = free.days.flatMap((day) => day.free.flatMap((one) => one.times));
  expect([times.includes('09:00'), times.includes('15:00')]).toEqual([true, false]);
};

/** A professional adds a patient with tags and notes, and finds them by these. */
const remarkOnPatients = async (
  { client: { call }, anna: { token, proId } }: Pick<Scene, 'client' | 'anna'>,
  bookedId: string,
) => {
  const brought = { name: 'Ugo Àlvarez', email: null, prefix: null, phone: null, birthDate: '1980-02-29' };
  const ugo = (await succeed(call('registerPatient', { body: brought, token }))).data;
  const of = (patientId: string) => ({ params: { patientId }, token });
  await succeed(call('setPatientRemarks', { ...of(ugo.id), body: { tags: ['VIP'] } }));
  await succeed(call('setPatientRemarks', { ...of(bookedId), body: { tags: ['VIP', 'Ortodonzia'] } }));
  await succeed(call('setPatientTexts', { ...of(ugo.id), body: { texts: true } }));
  const { position } = await succeed(call('setPatientRemarks', { ...of(ugo.id), body: { note: 'la sera' } }));
  const list = (query: Record<string, string>) =>
    succeed(call('getPatientList', { params: { proId }, query, token, from: position! }));
  const tagged = (await list({ tag: 'VIP', sort: 'next_visit', limit: '1' })).data;
  expect(tagged).toMatchObject({ total: 2, patients: [{ id: bookedId, tags: ['VIP', 'Ortodonzia'] }] });
  expect(tagged.tags).toEqual([
    { tag: 'VIP', count: 2 },
    { tag: 'Ortodonzia', count: 1 },
  ]);
  const found = (await list({ search: 'alvarez' })).data.patients;
  expect(found).toMatchObject([{ id: ugo.id, note: 'la sera', next_visit: '', responsible: null }]);
};

/** A professional finds, merges and separates duplicates, and marks them as different people. */
const mergeAndSeparate = async ({
  client: { call },
  anna: { token, proId },
}: Pick<Scene, 'client' | 'anna'>) => {
  const bring = async (name: string, email: string) => {
    const body = { name, email, prefix: '+39', phone: '3339990000', birthDate: null };
    return (await succeed(call('registerPatient', { body, token }))).data.id;
  };
  const one = await bring('Tullia Conti', 'tullia@example.com');
  const other = await bring('Tullia Conti Sala', 'tullia.conti@example.org');
  const { position: brought } = await succeed(
    call('setPatientRemarks', { params: { patientId: one }, body: { tags: ['Due volte'] }, token }),
  );
  const asked = { params: { proId }, query: { patientId: one }, token };
  const suggested = await succeed(call('getDuplicates', { ...asked, from: brought! }));
  expect(suggested.data).toMatchObject([{ because: ['phone'] }]);
  const params = { patientId: one };
  await succeed(call('mergePatients', { params, body: { absorbedId: other }, token }));
  await succeed(call('separatePatients', { params, body: { absorbedId: other }, token }));
  const { position } = await succeed(call('tellPatientsApart', { params, body: { otherId: other }, token }));
  expect((await succeed(call('getDuplicates', { ...asked, from: position! }))).data).toEqual([]);
};

/** A professional books for a patient, moves, annotates and deletes the booking, and corrects the patient. */
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
  const version = edited.data.notes_version;
  await succeed(call('editBookingNotes', { params, body: { pro_notes: 'allergica' }, token, version }));
  const outdated = await call('editBookingNotes', { params, body: { pro_notes: 'no' }, token, version });
  expect(outdated.body).toMatchObject({
    code: 'changed-meanwhile',
    current: { record: { pro_notes: 'allergica' } },
  });
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
  const viewed = { params: { patientId: placed.patient.id }, token };
  expect((await succeed(call('getPatientAnswers', viewed))).data).toEqual([]);
  // Both accesses fall into the same quarter of an hour, unless it ended in between.
  expect((await succeed(call('getPatientViews', viewed))).data[0]).toMatchObject({
    by: `pro:${proId}`,
    how: 'opened',
  });

  const restriction = (restricted: boolean) =>
    call('restrictPatient', { params: { patientId: placed.patient.id }, body: { restricted }, token });
  await succeed(restriction(true));
  const refused = await call('editBookingNotes', { params, body: { pro_notes: 'no' }, token });
  expect(refused.body.code).toBe('patient-restricted');
  const another = { booking: { ...booking, date: `${dayAhead(8)}T18:00` }, patient };
  expect((await call('placeBooking', { body: another, token })).body.code).toBe('patient-restricted');
  await succeed(restriction(false));
  const cared = { name: 'Luca', birthDate: '2018-03-01', relation: 'child' } as const;
  const dependants = { params: { patientId: placed.patient.id }, token };
  const luca = (await succeed(call('addDependant', { ...dependants, body: cared }))).data;
  expect(luca).toMatchObject({ email: '', responsible_id: placed.patient.id, relation: 'child' });
  const own = { params: { patientId: luca.id }, token };
  await succeed(call('setPatientOnTheirOwn', { ...own, body: { email: 'luca@example.com' } }));
  const under = { responsibleId: placed.patient.id, relation: 'other' } as const;
  const again = await succeed(call('placePatientUnder', { ...own, body: under }));
  expect(again.data).toMatchObject({ email: 'luca@example.com', relation: 'other' });

  await remarkOnPatients({ client, anna }, placed.patient.id);
  await mergeAndSeparate({ client, anna });

  const query = { hubServiceId: clinic.offers[0], date: dayAhead(8) };
  const why = { params: { clinicId: clinic.clinicId }, query, token, from: edited.position! };
  const reasons = (await succeed(call('getSlotReasons', why))).data;
  expect(reasons.offered).toContain('09:00');
  expect(reasons.refused).toContainEqual({
    time: '15:00',
    reasons: [expect.objectContaining({ reason: 'booking', from: `${dayAhead(8)}T15:00` })],
  });
  await askForFreeTimes({ client, anna, clinic }, edited.position!);
  const { data: steps } = await succeed(call('getBookingHistory', { params, token, from: edited.position! }));
  const by = { by: 'member', member: { role: 'owner', name: expect.stringMatching(/^anna/i) } };
  expect(steps).toMatchObject([
    { step: 'placed', ...by },
    { step: 'moved', ...by },
  ]);
  const onlineBooking = (suspended: boolean) => {
    const body = { suspended, reason: suspended ? 'Assente tre volte' : '' };
    return call('suspendOnlineBooking', { params: { patientId: placed.patient.id }, body, token });
  };
  const { position: since } = await succeed(onlineBooking(true));
  const card = await succeed(call('getPatientBookings', { ...history, from: since! }));
  expect(card.data.patient.suspended).toBe('Assente tre volte');
  const request = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(9)}T09:00`, 'dora');
  expect((await succeed(call('requestBooking', { body: request }))).message).toBe('Booking requested');
  await succeed(onlineBooking(false));

  const hold = (held: boolean) =>
    call('setLegalHold', {
      params: { patientId: placed.patient.id },
      body: { held, reason: 'Causa' },
      token,
    });
  const { position: kept } = await succeed(hold(true));
  const heldCard = await succeed(call('getPatientBookings', { ...history, from: kept! }));
  expect(heldCard.data.patient.legal_hold).toBe('Causa');
  const erasing = await call('erasePatient', { params: { patientId: placed.patient.id }, token });
  expect(erasing.body.code).toBe('legal-hold');
  await succeed(hold(false));

  const time = { starting_date: `${dayAhead(8)}T12:00`, ending_date: `${dayAhead(8)}T14:00` };
  const body = { ...time, hub_id: clinic.hubId, note: 'Dentista' };
  const blocked = await succeed(call('blockTime', { body, token }));
  const seen = { params: { proId }, token, from: blocked.position! };
  expect((await succeed(call('getProCalendar', seen))).data.blocks).toContainEqual(blocked.data);
  const longer = { ...time, ending_date: `${dayAhead(8)}T15:00`, note: 'Dentista, forse' };
  const changed = await succeed(call('editBlock', { params: { id: blocked.data.id }, body: longer, token }));
  const seenAgain = { params: { proId }, token, from: changed.position! };
  expect((await succeed(call('getProCalendar', seenAgain))).data.blocks).toContainEqual(changed.data);
  await succeed(call('unblockTime', { params: { id: blocked.data.id }, token }));

  const deleted = await succeed(call('deleteBooking', { params, token }));
  const read = { params: { proId }, token, from: deleted.position! };
  const calendar = await succeed(call('getProCalendar', read));
  expect(calendar.data.bookings.map(({ id }) => id)).not.toContain(params.id);
};
