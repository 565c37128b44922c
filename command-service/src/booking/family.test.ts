import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf } from '@visita/contracts/event';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { expect, it } from 'vitest';
import { bookingOf, joinPractice, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const luca = { name: 'Luca Verdi', birthDate: '2018-03-01' };
const lara = { name: 'Lara Verdi', birthDate: '2018-03-01' };

const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const limited = (patientBookingLimit: boolean) =>
    world.call('updateOptions', { params: { id: practice.ownerId }, body: { patientBookingLimit }, as });
  await limited(false);
  const request = async (date: string, attendee?: object, parent = 'elena') => {
    const body = requestOf(practice, `2026-11-23T${date}`, parent);
    const contactInfo = { ...body.contactInfo, ...(attendee ? { attendee } : {}) };
    return (await world.call('requestBooking', { body: { ...body, contactInfo } })).answer.data.id;
  };
  const placed = async (id: string) => {
    const { state } = await world.domain.bookings.load(id);
    if (state.status === 'none') throw new Error('was not placed');
    return state;
  };
  const book = async (date: string, attendee?: object, parent?: string) => {
    const id = await request(date, attendee, parent);
    const { answer } = await world.call('confirmBooking', { as: patientOf(id) });
    return { ...(await placed(id)), answer: answer.data };
  };
  return { world, practice, as, limited, request, placed, book };
};

it('gives twins their own records, under the person who books', async () => {
  const { world, book } = await open();
  const [one, other, own] = [await book('09:00', luca), await book('09:30', lara), await book('10:00')];
  expect(new Set([one.patientId, other.patientId, own.patientId]).size).toBe(3);
  expect(one.told?.contactId).toBe(own.patientId);
  expect(one.answer).toMatchObject({ patientName: 'elena', patientEmail: 'elena@example.com' });
  const { state } = await world.domain.patients.load(one.patientId);
  expect(state).toMatchObject({
    email: null,
    contact: { name: 'Luca Verdi', phone: null },
    birthDate: '2018-03-01',
    under: { responsibleId: own.patientId, relation: 'other' },
  });
});

it('finds a child again however the name is spelt, and tells namesakes by their birth', async () => {
  const { book } = await open();
  const first = await book('09:00', luca);
  expect((await book('09:30', { ...luca, name: 'LUCA  verdi' })).patientId).toBe(first.patientId);
  const grandfather = { ...luca, birthDate: '1948-03-01' };
  expect((await book('10:00', grandfather)).patientId).not.toBe(first.patientId);
});

it('keeps apart what two parents book for one child, and what two pros know of them', async () => {
  const { world, practice, book } = await open();
  const mother = await book('09:00', luca, 'elena');
  const father = await book('09:30', luca, 'dario');
  expect(father.patientId).not.toBe(mother.patientId);
  const colleague = await joinPractice(world, practice);
  const body = { date: '2026-11-23T11:00', hub_service_id: colleague.offers[0] };
  const params = { id: mother.bookingId };
  const moved = await world.call('editBooking', { params, body, as: pro(practice.ownerId) });
  const theirs = moved.answer.data;
  expect(theirs).toMatchObject({ patient_name: 'Luca Verdi', contact_name: 'elena' });
  expect(theirs.patient_id).not.toBe(mother.patientId);
  expect(theirs.contact_id).not.toBe(mother.told?.contactId);
  const { state } = await world.domain.patients.load(theirs.patient_id);
  expect(state).toMatchObject({ proId: colleague.proId, under: { responsibleId: theirs.contact_id } });
});

it('writes nothing of a parent with a child’s key, nor of a child with a parent’s', async () => {
  const { world, book } = await open();
  const { patientId, told } = await book('09:00', luca);
  const events = await world.store.readAll('0000000000000000', 1_000);
  const subject = ({ type, data }: RecordedEvent) =>
    fieldsOf({ data })[type === 'BookingContactNamed' ? 'contactId' : 'patientId'];
  const said = (id: string | undefined) =>
    JSON.stringify(events.filter((event) => subject(event) === id).map((event) => event.data));
  expect(said(patientId)).not.toContain('elena');
  expect(said(told?.contactId)).not.toContain('Luca');
});

it('counts each of a family for themselves, and what one holds for others all together', async () => {
  const { limited, request, book } = await open();
  await limited(true);
  await book('09:00', luca);
  await book('09:30', lara);
  await expect(book('10:00', luca)).rejects.toMatchObject({ code: 'booking-limit' });
  await book('10:00');
  for (const [date, name] of [
    ['10:30', 'Uno'],
    ['11:00', 'Due'],
    ['11:30', 'Tre'],
  ] as const)
    await request(date, { name });
  await expect(request('12:00', { name: 'Quattro' })).rejects.toMatchObject({ code: 'hold-limit' });
});

it('lets a pro place a patient under another, and book for them by the list', async () => {
  const { world, practice, as } = await open();
  const mother = await world.call('placeBooking', {
    body: bookingOf(practice.offers[0], '2026-11-23T09:00', 'elena'),
    as,
  });
  const responsibleId = mother.answer.patient.id;
  const body = { ...luca, relation: 'child' };
  const params = { patientId: responsibleId };
  const child = (await world.call('addDependant', { params, body, as })).answer.data;
  expect((await world.call('addDependant', { params, body, as })).answer.data.id).toBe(child.id);
  const patient = { id: child.id, name: child.name, email: null, prefix: null, phone: null };
  const booking = { hubServiceId: practice.offers[0], date: '2026-11-23T10:00' };
  const { answer } = await world.call('placeBooking', { body: { booking, patient }, as });
  expect(answer.data).toMatchObject({
    patient_id: child.id,
    patient_name: 'Luca Verdi',
    patient_email: 'elena@example.com',
    contact_id: responsibleId,
    contact_name: 'elena',
  });
  // A dependant has no dependants, and a responsible person is no dependant.
  const under = (patientId: string, whom: string) =>
    world.call('placePatientUnder', {
      params: { patientId },
      body: { responsibleId: whom, relation: 'other' },
      as,
    });
  await expect(under(responsibleId, child.id)).rejects.toMatchObject({ code: 'not-responsible' });
  await expect(
    world.call('addDependant', { params: { patientId: child.id }, body, as }),
  ).rejects.toMatchObject({ code: 'not-responsible' });
  await expect(under(child.id, child.id)).rejects.toMatchObject({ code: 'not-responsible' });
});

it('places and adds no dependant under a patient with restricted data', async () => {
  const { world, as, book } = await open();
  const [responsible, other] = [await book('09:00'), await book('10:00', undefined, 'ugo')];
  const params = { patientId: responsible.patientId };
  await world.call('restrictPatient', { params, body: { restricted: true }, as });
  const refused = { code: 'patient-restricted' };
  const body = { name: 'Lia', birthDate: '2019-05-04', relation: 'child' };
  await expect(world.call('addDependant', { params, body, as })).rejects.toMatchObject(refused);
  const under = { responsibleId: responsible.patientId, relation: 'other' };
  await expect(
    world.call('placePatientUnder', { params: { patientId: other.patientId }, body: under, as }),
  ).rejects.toMatchObject(refused);
  await world.call('restrictPatient', { params, body: { restricted: false }, as });
  await world.call('addDependant', { params, body, as });
});

it('lets a child come of age, by an email of no other patient', async () => {
  const { world, as, book } = await open();
  const { patientId } = await book('09:00', luca);
  const own = (email: string | null) =>
    world.call('setPatientOnTheirOwn', { params: { patientId }, body: { email }, as });
  await expect(own('elena@example.com')).rejects.toMatchObject({ code: 'email-taken' });
  const { answer } = await own('luca@example.com');
  expect(answer.data).toMatchObject({ email: 'luca@example.com', responsible_id: '' });
  expect((await book('10:00', undefined, 'luca')).patientId).toBe(patientId);
});

it('asks about a patient’s dependants before it erases the patient', async () => {
  const { world, as, book } = await open();
  const [one, other] = [await book('09:00', luca), await book('09:30', lara)];
  // The index contains everything that the process handles.
  for (const { patientId, proId, told } of [one, other])
    await world.dependants.put({ patientId, proId, responsibleId: told!.contactId });
  const params = { patientId: one.told!.contactId };
  await expect(world.call('erasePatient', { params, as })).rejects.toMatchObject({ code: 'has-dependants' });
  await world.call('erasePatient', { params: { patientId: other.patientId }, as });
  await world.call('erasePatient', { params, query: { dependants: 'erase' }, as });
  const statuses = await Promise.all(
    [one.patientId, other.patientId, params.patientId].map(
      async (id) => (await world.domain.patients.load(id)).state.status,
    ),
  );
  expect(statuses).toEqual(['leaving', 'leaving', 'leaving']);
  expect((await book('11:00', luca)).patientId).not.toBe(one.patientId);
});

it.each([true, false])(
  'never has two patients answer for each other, placed at the same moment (transactions: %s)',
  async (transactions) => {
    const world = createWorld(createMemoryEventStore({ transactions }));
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    const register = async (name: string) => {
      const body = { name, email: `${name}@example.com`, prefix: '+39', phone: '3331112222' };
      return (await world.call('registerPatient', { body, as })).answer.data.id;
    };
    const [one, other] = [await register('anna'), await register('bruno')];
    const place = (patientId: string, responsibleId: string) =>
      world
        .startProcess()
        .call('placePatientUnder', { params: { patientId }, body: { responsibleId, relation: 'other' }, as });
    const both = await Promise.allSettled([place(one, other), place(other, one)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'not-responsible' },
    });
  },
);
