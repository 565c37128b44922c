import { expect, it } from 'vitest';
import { bookingOf, joinPractice, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro, typesSince } from '../../testing/world.ts';

const monday = '2026-11-23T09:00';
const later = '2026-11-23T10:00';

/** Carla, booked with Anna; Bruno works at the same clinic. */
const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const colleague = await joinPractice(world, practice);
  const [anna, bruno] = [pro(practice.ownerId), pro(colleague.proId)];
  const { answer } = await world.call('placeBooking', {
    body: bookingOf(practice.offers[0], monday),
    as: anna,
  });
  const { id, patient_id: annas } = answer.data;
  const moveTo = async (offer: string, date = later) => {
    const body = { date, hub_service_id: offer };
    return (await world.call('editBooking', { params: { id }, body, as: anna })).answer.data;
  };
  const note = (pro_notes: string, as: typeof anna) =>
    world.call('editBookingNotes', { params: { id }, body: { pro_notes }, as });
  const recordOf = async (patientId: string) => (await world.domain.patients.load(patientId)).state;
  return { world, practice, colleague, anna, bruno, id, annas, moveTo, note, recordOf };
};

it('gives the new professional a patient of their own, and leaves the former theirs', async () => {
  const { world, practice, colleague, annas, moveTo, recordOf } = await scene();
  const head = await world.store.head();
  const moved = await moveTo(colleague.offers[0]);
  expect(await typesSince(world.store, head)).toEqual(
    expect.arrayContaining(['BookingMoved', 'BookingHandedOver', 'PatientRegistered']),
  );
  expect(moved).toMatchObject({ pro_id: colleague.proId, patient_email: 'carla@example.com' });
  expect(moved.patient_id).not.toBe(annas);
  expect(await recordOf(annas)).toMatchObject({ status: 'registered', proId: practice.ownerId });
  const record = { status: 'registered', proId: colleague.proId, email: 'carla@example.com' };
  expect(await recordOf(moved.patient_id)).toMatchObject(record);
  expect((await moveTo(practice.offers[0], monday)).patient_id).toBe(annas);
});

it('finds the patient on the new professional’s list', async () => {
  const { world, colleague, bruno, moveTo } = await scene();
  const body = bookingOf(colleague.offers[1], '2026-11-24T09:00');
  const { answer } = await world.call('placeBooking', { body, as: bruno });
  expect((await moveTo(colleague.offers[0])).patient_id).toBe(answer.patient.id);
});

it('shows professionals their own notes only', async () => {
  const { world, practice, colleague, anna, bruno, id, moveTo, note } = await scene();
  await note('Anna’s', anna);
  const notes = async () => {
    const { state } = await world.domain.bookings.load(id);
    return state.status === 'none' ? null : state.proNotes;
  };
  await moveTo(colleague.offers[0]);
  expect(await notes()).toBe('');
  await note('Bruno’s', bruno);
  expect((await moveTo(practice.offers[0], monday)).pro_notes).toBe('Anna’s');
  await moveTo(colleague.offers[0]);
  expect(await notes()).toBe('Bruno’s');
});

it('counts for the limit of the new pro, and no longer for the other’s', async () => {
  const { world, practice, colleague, anna, bruno, moveTo } = await scene();
  const limit = { body: { patientBookingLimit: true } };
  await world.call('updateOptions', { params: { id: practice.ownerId }, ...limit, as: anna });
  await world.call('updateOptions', { params: { id: colleague.proId }, ...limit, as: bruno });
  const first = await world.call('requestBooking', { body: requestOf(practice, '2026-11-25T09:00', 'dora') });
  const { id } = first.answer.data;
  await world.call('confirmBooking', { as: patientOf(id) });
  const again = { body: requestOf(practice, '2026-11-25T10:00', 'dora') };
  await expect(world.call('requestBooking', again)).rejects.toMatchObject({ code: 'booking-limit' });
  const body = { date: '2026-11-25T09:00', hub_service_id: colleague.offers[0] };
  await world.call('editBooking', { params: { id }, body, as: anna });
  const withBruno = { ...requestOf(practice, '2026-11-25T11:00', 'dora'), serviceHubId: colleague.offers[0] };
  await expect(world.call('requestBooking', { body: withBruno })).rejects.toMatchObject({
    code: 'booking-limit',
  });
  await world.call('requestBooking', again);
  expect((await moveTo(colleague.offers[0], '2026-11-26T09:00')).pro_id).toBe(colleague.proId);
});
