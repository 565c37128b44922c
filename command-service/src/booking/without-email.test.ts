import { expect, it } from 'vitest';
import { joinPractice, openPractice } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const nonna = { name: 'Rosa Neri', email: null, prefix: null, phone: null };

const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const book = async (date: string, patient: object = nonna, offer = practice.offers[0]) => {
    const body = { booking: { hubServiceId: offer, date }, patient };
    return (await world.call('placeBooking', { body, as })).answer;
  };
  return { world, practice, as, book };
};

it('books a patient without email or phone, as empty text for older clients', async () => {
  const { world, book } = await open();
  const { data, patient } = await book('2026-11-23T09:00');
  expect(data).toMatchObject({ status: 'confirmed', patient_name: 'Rosa Neri', patient_email: '' });
  expect(data).toMatchObject({ patient_prefix: '', patient_phone: '' });
  expect(patient).toMatchObject({ email: '', prefix: '', phone: '' });
  const { state } = await world.domain.patients.load(patient.id);
  expect(state).toMatchObject({ status: 'registered', email: null, contact: { phone: null } });
});

it('books them again from the list; the same name typed again is another patient', async () => {
  const { book } = await open();
  const first = await book('2026-11-23T09:00');
  const again = await book('2026-11-23T10:00', { ...nonna, id: first.patient.id });
  expect(again.patient.id).toBe(first.patient.id);
  expect((await book('2026-11-23T11:00')).patient.id).not.toBe(first.patient.id);
});

it('does not find patients of another list', async () => {
  const { world, practice, book } = await open();
  const colleague = await joinPractice(world, practice);
  const { patient } = await book('2026-11-23T09:00');
  const body = {
    booking: { hubServiceId: colleague.offers[0], date: '2026-11-23T10:00' },
    patient: { ...nonna, id: patient.id },
  };
  const refused = world.call('placeBooking', { body, as: pro(colleague.proId) });
  await expect(refused).rejects.toMatchObject({ code: 'not-found' });
  // Staff choose from their own list: the colleague gets a new record.
  const placed = await world.call('placeBooking', { body, as: pro(practice.ownerId) });
  expect(placed.answer.patient.id).not.toBe(patient.id);
});

it('is the same patient after a move to a colleague and back', async () => {
  const { world, practice, as, book } = await open();
  const colleague = await joinPractice(world, practice);
  const { data, patient } = await book('2026-11-23T09:00');
  const moveTo = async (offer: string, date: string) => {
    const body = { date, hub_service_id: offer };
    return (await world.call('editBooking', { params: { id: data.id }, body, as })).answer.data.patient_id;
  };
  const theirs = await moveTo(colleague.offers[0], '2026-11-23T10:00');
  expect(theirs).not.toBe(patient.id);
  expect(await moveTo(practice.offers[0], '2026-11-23T09:00')).toBe(patient.id);
  expect(await moveTo(colleague.offers[0], '2026-11-23T10:00')).toBe(theirs);
});

it('corrects them with and without a phone', async () => {
  const { world, as, book } = await open();
  const { patient } = await book('2026-11-23T09:00');
  const body = { patientId: patient.id, name: 'Rosa Neri', prefix: '+39', phone: '0612345678' };
  const { answer } = await world.call('updatePatient', { body, as });
  expect(answer.data).toMatchObject({ email: '', phone: '0612345678' });
});
