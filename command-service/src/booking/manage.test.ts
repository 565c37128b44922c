import { deriveId } from '@visita/platform/ids/derive-id';
import { describe, expect, it } from 'vitest';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { anyone, createWorld, patientOf, pro, typesSince } from '../../testing/world.ts';

// The test runs on Friday, 10:00 in Rome.
const monday = '2026-11-23T09:00';
const later = '2026-11-23T10:00';

const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const { answer } = await world.call('requestBooking', { body: requestOf(practice, monday) });
  const { id } = answer.data;
  const patient = patientOf(id);
  await world.call('confirmBooking', { as: patient });
  const move = (date: string, request = {}) =>
    world.call('moveManagedBooking', { body: { date }, as: patient, ...request });
  const cancel = () => world.call('cancelManagedBooking', { as: patient });
  const look = async () => (await world.call('getManagedBooking', { as: patient })).answer.data;
  return { world, practice, owner: pro(practice.ownerId), id, patient, move, cancel, look };
};

const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });

describe('a patient’s link', () => {
  it('shows the booking, and until when it can be changed', async () => {
    const { practice, look } = await scene();
    expect(await look()).toMatchObject({
      status: 'confirmed',
      date: '2026-11-23T09:00:00+01:00',
      clinic_id: practice.clinicId,
      hub_service_id: practice.offers[0],
      professional: 'anna Rossi',
      changeable_until: '2026-11-22T09:00:00+01:00',
      notice_hours: 24,
      can_move: true,
      can_cancel: true,
    });
  });

  it('moves to an offered time of the same service, once for a repeated request', async () => {
    const { world, move, look } = await scene();
    const head = await world.store.head();
    await move(later, { id: deriveId('same') });
    await move(later, { id: deriveId('same') });
    await move(later);
    const moves = (await world.store.readAll(head, 100)).filter(({ type }) => type === 'BookingMoved');
    expect(moves.map(({ data }) => data)).toMatchObject([{ by: 'patient' }]);
    expect(await look()).toMatchObject({ date: '2026-11-23T10:00:00+01:00', status: 'confirmed' });
  });

  it('changes nothing of a visit that is over, early as that may be', async () => {
    const { world, practice, owner, id, cancel, look } = await scene();
    const options = { manageNoticeHours: 0 };
    await world.call('updateOptions', { params: { id: practice.ownerId }, body: options, as: owner });
    world.advance((2 * 24 + 21) * 60 + 30);
    expect(await look()).toMatchObject({ can_move: true, can_cancel: true });
    const now = world.now().toISOString();
    const cause = { id, correlationId: id, actor: 'process:test', time: now } as const;
    await world.domain.bookings.execute(id, { type: 'mark-attended', now }, cause);
    expect(await look()).toMatchObject({ can_move: false, can_cancel: false });
    await refused(cancel(), 'attendance-noted');
  });

  it('moves to no time that is off the grid, past the horizon or taken, or if booking is off', async () => {
    const { world, practice, owner, move } = await scene();
    await world.call('placeBooking', { body: bookingOf(practice.offers[0], later, 'dora'), as: owner });
    for (const date of ['2026-11-23T10:10', '2027-03-01T09:00', '2026-11-20T09:00']) {
      await refused(move(date), 'slot-not-offered');
    }
    await refused(move(later), 'slot-taken');
    const off = { params: { id: practice.clinicId }, body: { online_booking: false }, as: owner };
    await world.call('updateClinic', off);
    await refused(move('2026-11-23T12:00'), 'slot-not-offered');
  });

  it('cancels, twice with the same answer, and then changes nothing', async () => {
    const { world, id, move, cancel, look } = await scene();
    const head = await world.store.head();
    expect((await cancel()).answer.data).toMatchObject({ status: 'cancelled', can_cancel: false });
    expect((await cancel()).answer.data).toMatchObject({ status: 'cancelled' });
    await refused(move(later), 'booking-not-active');
    expect(await typesSince(world.store, head)).toEqual(['BookingCancelled', 'IntervalReleased']);
    expect((await world.store.readStream(`booking-${id}`)).at(-1)?.data).toMatchObject({ by: 'patient' });
    expect(await look()).toMatchObject({ can_move: false });
  });

  it('changes nothing within the notice, and still shows', async () => {
    const { world, move, cancel, look } = await scene();
    world.advance(47 * 60);
    expect(await look()).toMatchObject({ can_move: true });
    world.advance(1);
    const head = await world.store.head();
    await refused(move(later), 'notice-limit');
    await refused(cancel(), 'notice-limit');
    expect(await typesSince(world.store, head)).toEqual([]);
    expect(await look()).toMatchObject({ status: 'confirmed', can_move: false, can_cancel: false });
  });

  it('keeps to the notice that the professional chose, as soon as they chose it', async () => {
    const { world, practice, owner, move, cancel, look } = await scene();
    const choose = (manageNoticeHours: number) =>
      world.call('updateOptions', {
        params: { id: practice.ownerId },
        body: { manageNoticeHours },
        as: owner,
      });
    await choose(72);
    expect(await look()).toMatchObject({
      changeable_until: '2026-11-20T09:00:00+01:00',
      notice_hours: 72,
      can_cancel: false,
    });
    await refused(move(later), 'notice-limit');
    await refused(cancel(), 'notice-limit');
    await choose(0);
    world.advance(70 * 60 + 59);
    expect(await look()).toMatchObject({ changeable_until: '2026-11-23T09:00:00+01:00', notice_hours: 0 });
    world.advance(2);
    await refused(cancel(), 'notice-limit');
    world.advance(-2);
    await cancel();
  });

  it('opens nothing from 30 days after the visit on', async () => {
    const { world, patient, move, cancel, look } = await scene();
    // The visit of Monday, 9:00 to 9:30 in Rome, is three days ahead.
    const afterVisit = (2 * 24 + 23) * 60 + 30;
    world.advance(afterVisit + 30 * 24 * 60);
    expect(await look()).toMatchObject({ status: 'confirmed' });
    const confirm = () => world.call('confirmBooking', { as: patient });
    await confirm();
    world.advance(1);
    for (const use of [look(), move(later), cancel(), confirm()]) await refused(use, 'token-expired');
  });

  it('shows an orphan of a professional whose account is gone, and cancels it', async () => {
    const { world, practice, owner, cancel, look } = await scene();
    await world.call('deletePro', { params: { id: practice.ownerId }, as: owner });
    expect(await look()).toMatchObject({ professional: 'Studio Roma', notice_hours: 0, can_cancel: true });
    expect((await cancel()).answer.data).toMatchObject({ status: 'cancelled' });
  });

  it('cancels at a clinic that is gone, but moves nowhere', async () => {
    const { world, practice, owner, move, cancel, look } = await scene();
    const archive = { params: { id: practice.clinicId }, body: { status: 'archived' as const }, as: owner };
    await world.call('updateClinic', archive);
    expect(await look()).toMatchObject({ can_move: false, can_cancel: true });
    await refused(move(later), 'clinic-archived');
    await cancel();
  });

  it('is needed', async () => {
    const { world, owner } = await scene();
    for (const as of [anyone, owner]) {
      await refused(world.call('getManagedBooking', { as }), 'token-invalid');
      await refused(world.call('cancelManagedBooking', { as }), 'token-invalid');
    }
    await refused(world.call('getManagedBooking', { as: patientOf(deriveId('none')) }), 'not-found');
  });
});

describe('the answer to a reminder', () => {
  const answering = async () => {
    const all = await scene();
    const answer = async (coming: boolean) =>
      (await all.world.call('answerVisit', { as: all.patient, body: { coming } })).answer.data;
    const calendar = async () =>
      (await all.world.domain.bookings.load(all.id)).state as { status: string; answer?: string | null };
    return { ...all, answer, calendar };
  };

  it('is kept once, and shown', async () => {
    const { world, answer, calendar, look } = await answering();
    const head = await world.store.head();
    expect(await answer(true)).toMatchObject({ status: 'confirmed', visit_answer: 'coming' });
    await answer(true);
    expect(await typesSince(world.store, head)).toEqual(['VisitAnswered']);
    expect(await calendar()).toMatchObject({ status: 'confirmed', answer: 'coming' });
    expect(await look()).toMatchObject({ can_answer: true, visit_answer: 'coming' });
  });

  it('"I can’t" cancels until the notice limit', async () => {
    const { answer, calendar } = await answering();
    expect(await answer(false)).toMatchObject({ status: 'cancelled' });
    expect(await answer(false)).toMatchObject({ status: 'cancelled' });
    expect(await calendar()).toMatchObject({ status: 'cancelled', answer: null });
  });

  it('"I can’t" within the notice limit cancels nothing and tells the practice', async () => {
    const { world, answer, calendar } = await answering();
    world.advance(2.5 * 24 * 60);
    expect(await answer(false)).toMatchObject({ status: 'confirmed', visit_answer: 'not-coming' });
    expect(await calendar()).toMatchObject({ status: 'confirmed', answer: 'not-coming' });
    expect(await answer(true)).toMatchObject({ visit_answer: 'coming' });
  });

  it('is forgotten when the visit moves', async () => {
    const { answer, move, look } = await answering();
    await answer(true);
    await move(later);
    expect(await look()).not.toHaveProperty('visit_answer');
  });

  it('is refused once the visit has begun or was cancelled', async () => {
    const { world, answer, look } = await answering();
    world.advance(3 * 24 * 60);
    expect(await look()).toMatchObject({ can_answer: false });
    await refused(answer(true), 'booking-not-active');
    await refused(answer(false), 'booking-not-active');
    const gone = await answering();
    await gone.cancel();
    await refused(gone.answer(true), 'booking-not-active');
  });

  it('changes nothing when it is only read', async () => {
    const { world, patient } = await answering();
    const head = await world.store.head();
    const { answer } = await world.call('getVisitAnswer', { as: patient });
    expect(answer.data).toMatchObject({ can_answer: true });
    expect(await typesSince(world.store, head)).toEqual([]);
  });
});
