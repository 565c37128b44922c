import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import {
  invite,
  joinPractice,
  bookingOf,
  openClinic,
  openPractice,
  registerPro,
  requestOf,
} from '../../testing/practice.ts';
import { faultyStore, ConnectionLost } from '../../testing/faulty-store.ts';
import { anyone, createWorld, patientOf, pro, typesSince, type World } from '../../testing/world.ts';
import { keepAgenda } from '../processes/keep-agenda.ts';
import { deriveId } from '@visita/platform/ids/derive-id';
import { reactionTo } from '@visita/platform/runtime/reactions';

const monday = '2026-11-23T09:00';

const unchanged = async (world: World, act: () => Promise<unknown>) => {
  const head = await world.store.head();
  await act();
  expect(await typesSince(world.store, head)).toEqual([]);
};

const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });

describe('a patient’s booking', () => {
  it('is held for an hour, then confirmed by the link', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const head = await world.store.head();
    const { answer } = await world.call('requestBooking', { body: requestOf(practice, monday) });
    expect(answer.data.confirmBy).toBe('2026-11-20T10:00:00.000Z');
    const confirmed = await world.call('confirmBooking', { as: patientOf(answer.data.id) });
    expect(confirmed.answer.data).toMatchObject({
      patientName: 'carla',
      patientEmail: 'carla@example.com',
      date: '2026-11-23T09:00:00+01:00',
      ending_date: '2026-11-23T09:30:00+01:00',
      thankYouPage: null,
    });
    expect(await typesSince(world.store, head)).toEqual([
      'BookingAdmitted',
      'IntervalReserved',
      'BookingPlaced',
      'BookingConfirmed',
      'PatientRegistered',
    ]);
  });

  it('is held no longer than until the appointment', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const { answer } = await world.call('requestBooking', { body: requestOf(practice, '2026-11-20T10:30') });
    expect(answer.data.confirmBy).toBe('2026-11-20T09:30:00.000Z');
  });

  it('frees the slot once its hold ended, and never comes back', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const first = await world.call('requestBooking', { body: requestOf(practice, monday) });
    await refused(world.call('requestBooking', { body: requestOf(practice, monday, 'dora') }), 'slot-taken');
    world.advance(60);
    await world.call('requestBooking', { body: requestOf(practice, monday, 'dora') });
    await refused(
      world.call('confirmBooking', { as: patientOf(first.answer.data.id) }),
      'booking-not-active',
    );
  });

  it('keeps to grid, horizon, closings and vacations', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    const stretch = { title: 'x', starting_date: '2026-11-24T00:00', ending_date: '2026-11-24T23:59' };
    await world.call('planClosing', {
      body: { ...stretch, clinic_id: practice.clinicId, type: 'closing' },
      as,
    });
    for (const date of ['2026-11-23T09:10', '2026-11-20T09:00', '2027-03-01T09:00', '2026-11-24T09:00']) {
      await unchanged(world, () =>
        refused(world.call('requestBooking', { body: requestOf(practice, date) }), 'slot-not-offered'),
      );
    }
  });

  it('offers the time of a closing or vacation once its deletion is answered, in another process too', async () => {
    const world = createWorld();
    const elsewhere = world.startProcess();
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    const stretch = { title: 'x', starting_date: '2026-11-24T00:00', ending_date: '2026-11-24T23:59' };
    const closing = { ...stretch, clinic_id: practice.clinicId, type: 'closing' } as const;
    const vacation = { ...stretch, hub_id: practice.hubId, type: 'vacation' } as const;
    const closed = (await world.call('planClosing', { body: closing, as })).answer.data.id;
    const away = (await world.call('planVacation', { body: vacation, as })).answer.data.id;
    const request = () => elsewhere.call('requestBooking', { body: requestOf(practice, '2026-11-24T09:00') });
    await refused(request(), 'slot-not-offered');
    await world.call('cancelClosing', { params: { id: closed }, as });
    await refused(request(), 'slot-not-offered');
    await world.call('cancelVacation', { params: { id: away }, as });
    expect((await request()).answer.data.id).toBeTruthy();
  });

  it('finds nothing if online booking is off or the clinic is another one', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const other = await openClinic(world, practice.ownerId, 'Altra');
    const elsewhere = { ...requestOf(practice, monday), clinicId: other.clinicId };
    await refused(world.call('requestBooking', { body: elsewhere }), 'not-found');
    const off = {
      params: { id: practice.clinicId },
      body: { online_booking: false },
      as: pro(practice.ownerId),
    };
    await world.call('updateClinic', off);
    await refused(world.call('requestBooking', { body: requestOf(practice, monday) }), 'not-found');
  });

  it('is made once by a repeated request, in another process too', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const request = { body: requestOf(practice, monday), id: deriveId('key') };
    const first = await world.call('requestBooking', request);
    const head = await world.store.head();
    world.advance(1);
    const again = await world.startProcess().call('requestBooking', request);
    expect(again.answer).toEqual(first.answer);
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it('is another booking if a key is reused for another request', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const id = deriveId('key');
    const first = await world.call('requestBooking', { body: requestOf(practice, monday), id });
    const body = requestOf(practice, '2026-11-23T09:30', 'dora');
    const second = await world.call('requestBooking', { body, id });
    expect(second.answer.data.id).not.toBe(first.answer.data.id);
  });
});

describe('one professional', () => {
  it('is booked once through two clinics', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const other = await openClinic(world, practice.ownerId, 'Altra');
    const hub = await invite(world, other, { ownerId: practice.ownerId, username: 'anna' });
    await world.call('requestBooking', { body: requestOf(practice, monday) });
    const there = { ...requestOf({ ...practice, ...other, ...hub }, monday, 'dora', 1) };
    await refused(world.call('requestBooking', { body: there }), 'slot-taken');
  });

  it('is not booked over a closing or vacation, but outside working hours', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    const stretch = { title: 'x', starting_date: '2026-11-24T00:00', ending_date: '2026-11-24T23:59' };
    await world.call('planVacation', { body: { ...stretch, hub_id: practice.hubId, type: 'vacation' }, as });
    const body = bookingOf(practice.offers[0], '2026-11-24T09:10');
    await refused(world.call('placeBooking', { body, as }), 'professional-busy');
    const placed = await world.call('placeBooking', {
      body: bookingOf(practice.offers[0], '2027-11-24T09:10'),
      as,
    });
    expect(placed.answer.data).toMatchObject({ status: 'confirmed', date: '2027-11-24T09:10:00+01:00' });
  });
});

describe('permission to book and change', () => {
  const scene = async (role: 'guest' | 'manager') => {
    const world = createWorld();
    const practice = await openPractice(world);
    const colleague = await joinPractice(world, practice, role);
    const stranger = await registerPro(world, 'stranger');
    const as = pro(practice.ownerId);
    const placed = await world.call('placeBooking', { body: bookingOf(practice.offers[0], monday), as });
    return { world, practice, colleague, stranger, id: placed.answer.data.id };
  };

  it('guests book for themselves only', async () => {
    const { world, practice, colleague } = await scene('guest');
    const as = pro(colleague.proId);
    await world.call('placeBooking', { body: bookingOf(colleague.offers[0], monday), as });
    await unchanged(world, () =>
      refused(
        world.call('placeBooking', { body: bookingOf(practice.offers[0], '2026-11-23T12:00'), as }),
        'forbidden',
      ),
    );
  });

  it('managers book, move and cancel for colleagues, but neither read nor write notes of theirs', async () => {
    const { world, practice, colleague, id } = await scene('manager');
    const as = pro(colleague.proId);
    const noting = { params: { id }, body: { pro_notes: 'hers alone' } };
    await world.call('editBookingNotes', { ...noting, as: pro(practice.ownerId) });
    await world.call('placeBooking', { body: bookingOf(practice.offers[0], '2026-11-23T12:00'), as });
    const body = { date: '2026-11-23T15:00', hub_service_id: practice.offers[1] };
    const moved = await world.call('editBooking', { params: { id }, body, as });
    const there = { duration: 45, date: '2026-11-23T15:00:00+01:00', pro_notes: '' };
    expect(moved.answer.data).toMatchObject(there);
    const closing = {
      title: 'Closed',
      clinic_id: practice.clinicId,
      starting_date: '2026-11-23T00:00',
      ending_date: '2026-11-23T23:59',
      type: 'closing',
    };
    const { answer } = await world.call('planClosing', { body: closing, as });
    expect(answer.affected.map((one) => [one.id === id, one.pro_notes])).toEqual([
      [false, ''],
      [true, ''],
    ]);
    await refused(
      world.call('editBookingNotes', { params: { id }, body: { pro_notes: 'x' }, as }),
      'forbidden',
    );
    await world.call('deleteBooking', { params: { id }, as });
  });

  it('strangers and guests find no booking of others; the answer is the same as for none', async () => {
    const { world, practice, colleague, stranger, id } = await scene('guest');
    for (const as of [pro(stranger), pro(colleague.proId)]) {
      for (const target of [id, deriveId('nothing')]) {
        const params = { id: target };
        const body = { date: '2026-11-23T15:00', hub_service_id: practice.offers[0] };
        await unchanged(world, async () => {
          await refused(world.call('editBooking', { params, body, as }), 'not-found');
          await refused(world.call('deleteBooking', { params, as }), 'not-found');
          await refused(
            world.call('editBookingNotes', { params, body: { pro_notes: 'x' }, as }),
            'not-found',
          );
        });
      }
    }
  });

  it('a former member finds no booking of the clinic, even of own patients', async () => {
    const { world, practice, colleague } = await scene('guest');
    const as = pro(colleague.proId);
    const placed = await world.call('placeBooking', { body: bookingOf(colleague.offers[0], monday), as });
    const params = { id: placed.answer.data.id };
    const leave = {
      params: { id: colleague.hubId },
      body: { status: 'archived' },
      as: pro(practice.ownerId),
    };
    await world.call('updateHub', leave);
    const later = bookingOf(colleague.offers[0], '2026-11-23T12:00');
    await unchanged(world, async () => {
      await refused(world.call('deleteBooking', { params, as }), 'not-found');
      await refused(world.call('editBookingNotes', { params, body: { pro_notes: 'x' }, as }), 'not-found');
      await refused(world.call('placeBooking', { body: later, as }), 'not-found');
    });
    await world.call('deleteBooking', { params, as: pro(practice.ownerId) });
  });

  it('a booking moves to no service of a clinic that the pro does not know, which is not told from none', async () => {
    const { world, practice, stranger, id } = await scene('guest');
    const foreign = await openClinic(world, stranger);
    const hub = await invite(world, foreign, { ownerId: stranger, username: 'stranger' });
    const moveTo = (hub_service_id: string) =>
      world.call('editBooking', {
        params: { id },
        body: { date: '2026-11-23T15:00', hub_service_id },
        as: pro(practice.ownerId),
      });
    await unchanged(world, () => refused(moveTo(hub.offers[0]), 'not-found'));
    await unchanged(world, () => refused(moveTo(`${deriveId('nothing')}.offer1`), 'not-found'));
  });

  it('strangers learn nothing of a hub’s state', async () => {
    const { world, practice, stranger } = await scene('guest');
    const archive = {
      params: { id: practice.clinicId },
      body: { status: 'archived' },
      as: pro(practice.ownerId),
    };
    await world.call('updateClinic', archive);
    const body = bookingOf(practice.offers[0], monday);
    await refused(world.call('placeBooking', { body, as: pro(stranger) }), 'not-found');
    await refused(world.call('placeBooking', { body, as: pro(practice.ownerId) }), 'clinic-archived');
  });

  it('confirming needs a booking’s own token', async () => {
    const { world, practice } = await scene('guest');
    for (const as of [anyone, pro(practice.ownerId)]) {
      await refused(world.call('confirmBooking', { as }), 'token-invalid');
    }
    await refused(world.call('confirmBooking', { as: patientOf(deriveId('nothing')) }), 'not-found');
  });
});

/** A practice with a booking on Monday, placed by the owner. */
const openBooked = async () => {
  const world = createWorld(createMemoryEventStore());
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const [offer] = practice.offers;
  const { answer } = await world.call('placeBooking', { body: bookingOf(offer, monday), as });
  return { world, practice, as, offer, answer, params: { id: answer.data.id } };
};

describe('moving', () => {
  it('to the present time writes nothing', async () => {
    const { world, as, offer, answer, params } = await openBooked();
    await unchanged(world, async () => {
      const body = { date: monday, hub_service_id: offer };
      const edited = await world.call('editBooking', { params, body, as });
      expect(edited.answer.data).toEqual(answer.data);
    });
  });

  it('keeps the old interval until the booking moved, then frees it', async () => {
    const { world, as, offer, params } = await openBooked();
    const taken = await world.call('placeBooking', {
      body: bookingOf(offer, '2026-11-23T10:00', 'dora'),
      as,
    });
    const body = { date: '2026-11-23T10:15', hub_service_id: offer };
    await unchanged(world, () => refused(world.call('editBooking', { params, body, as }), 'slot-taken'));
    await world.call('editBooking', { params, body: { ...body, date: '2026-11-23T09:15' }, as });
    for (const event of await world.store.readAll('0'.repeat(16), 1000)) {
      const time = world.now().toISOString();
      const cause = {
        id: deriveId(event.id),
        correlationId: event.id,
        actor: 'process:keep-agenda',
        time,
      } as const;
      await reactionTo(keepAgenda(world.domain).on, event.type)?.(event, cause);
    }
    await world.call('placeBooking', { body: bookingOf(offer, '2026-11-23T08:45', 'elsa'), as });
    expect(taken.answer.data.status).toBe('confirmed');
  });

  it('reserves nothing for a booking that was cancelled', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const [as, [offer]] = [pro(practice.ownerId), practice.offers];
    const { answer } = await world.call('placeBooking', { body: bookingOf(offer, monday), as });
    const params = { id: answer.data.id };
    await world.call('deleteBooking', { params, as });
    const body = { date: '2026-11-23T10:00', hub_service_id: offer };
    await unchanged(world, () =>
      refused(world.call('editBooking', { params, body, as }), 'booking-not-active'),
    );
  });
});

describe('a time that became free', () => {
  const scene = async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    // The visit runs over midnight UTC, so two days of the agenda hold it.
    const night = '2026-11-24T00:45';
    const place = (date: string) =>
      world.call('placeBooking', { body: bookingOf(practice.offers[0], date), as });
    const { answer } = await place(night);
    await refused(place(night), 'slot-taken');
    return { world, as, night, place, id: answer.data.id, offer: practice.offers[0] };
  };

  it('can be booked once the pro’s deletion is acknowledged', async () => {
    const { world, as, night, place, id } = await scene();
    await world.call('deleteBooking', { params: { id }, as });
    await place(night);
  });

  it('can be booked once the pro’s move is acknowledged', async () => {
    const { world, as, night, place, id, offer } = await scene();
    const body = { date: '2026-11-24T10:00', hub_service_id: offer };
    await world.call('editBooking', { params: { id }, body, as });
    await place(night);
  });

  it('can be booked once the patient’s move and cancellation are acknowledged', async () => {
    const { world, night, place, id } = await scene();
    const as = patientOf(id);
    await world.call('moveManagedBooking', { body: { date: '2026-11-24T10:00' }, as });
    await place(night);
    await refused(place('2026-11-24T10:00'), 'slot-taken');
    await world.call('cancelManagedBooking', { as });
    await place('2026-11-24T10:00');
  });

  it('can be booked once a deletion that died half-way is sent again', async () => {
    const { world, as, night, place, id } = await scene();
    const dying = world.startProcess(faultyStore(world.store, { nth: 1, when: 'after', how: 'crash' }));
    await expect(dying.call('deleteBooking', { params: { id }, as })).rejects.toThrow(ConnectionLost);
    await refused(place(night), 'slot-taken');
    await world.call('deleteBooking', { params: { id }, as });
    await place(night);
  });
});
