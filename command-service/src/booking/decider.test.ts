import { erased } from '@visita/contracts/event';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { bookingDecider } from './decider.ts';

const { given, fold } = specs(bookingDecider);
const { booking: bookingId, reservation: reservationId } = sampleIds;
const inTime = '2026-11-20T08:59:59.999Z';
const late = '2026-11-20T09:00:00.000Z';
const held = sample('BookingPlaced');
const atOnce = sample('BookingPlaced', { confirmBy: null, placedBy: 'pro' });
const confirmed = sample('BookingConfirmed');
const lapsed = sample('BookingLapsed');
const cancelled = sample('BookingCancelled');
const orphaned = sample('BookingOrphaned');
const moved = sample('BookingMoved');
const fenced = { type: 'ReservationAbandoned', data: { bookingId, reservationId } } as const;
const abandon = { type: 'abandon-reservation', bookingId, reservationId, now: inTime } as const;
const { start, end, timezone, service } = moved.data;
const move = {
  type: 'move',
  by: 'pro',
  to: {
    reservationId: moved.data.reservationId,
    start,
    end,
    timezone,
    service,
    proId: moved.data.proId,
    hubId: moved.data.hubId,
    patientId: moved.data.patientId,
  },
} as const;

describe('a new booking', () => {
  const place = (placed: typeof held) => ({ type: 'place', booking: placed.data }) as never;

  it('holds the slot until its link is used, or confirms at once for a pro', () => {
    given([]).when(place(held)).then([held]);
    expect(fold([held])).toMatchObject({ status: 'pending' });
    given([]).when(place(atOnce)).then([atOnce]);
    expect(fold([atOnce])).toMatchObject({ status: 'confirmed' });
  });

  it('comes too late once its reservation was fenced off', () => {
    given([fenced]).when(place(held)).then(rejects('slot-taken'));
    // This reservation belongs to another attempt of the same request, with larger buffers.
    const before = { ...fenced, data: { bookingId, reservationId: sampleId(6, 7) } };
    given([before]).when(place(held)).then(rejects('slot-taken'));
  });
});

describe('confirmation', () => {
  it('works until the hold ends, and again with the same answer', () => {
    given([held]).when({ type: 'confirm', now: inTime }).then([confirmed]);
    given([held, confirmed]).when({ type: 'confirm', now: late }).then([]);
    given([held, confirmed, orphaned]).when({ type: 'confirm', now: late }).then([]);
  });

  it.each([
    ['after the hold ended', [held]],
    ['after it lapsed', [held, lapsed]],
    ['after it was cancelled', [held, cancelled]],
    ['after it was confirmed and cancelled', [held, confirmed, cancelled]],
  ])('is refused %s', (_name, events) => {
    given(events).when({ type: 'confirm', now: late }).then(rejects('booking-not-active'));
  });

  it('needs a booking', () => {
    given([]).when({ type: 'confirm', now: inTime }).then(rejects('not-found'));
  });
});

describe('a hold', () => {
  it('lapses if its link was not used in time; nothing else does', () => {
    given([held]).when({ type: 'lapse', now: late }).then([lapsed]);
    given([held]).when({ type: 'lapse', now: inTime }).then([]);
    for (const events of [
      [held, confirmed],
      [held, confirmed, orphaned],
      [held, cancelled],
      [held, lapsed],
    ]) {
      given(events).when({ type: 'lapse', now: late }).then([]);
    }
  });

  it('is given up by its requester until its link is used', () => {
    given([held]).when({ type: 'give-up' }).then([lapsed]);
    given([held, lapsed]).when({ type: 'give-up' }).then([]);
    given([held, sample('BookingConfirmed')])
      .when({ type: 'give-up' })
      .then(rejects('booking-not-active'));
  });
});

describe('a booking that is asked whether it needs a reservation', () => {
  it('fences it off if the booking was never placed or uses another one', () => {
    given([]).when(abandon).then([fenced]);
    const other = sampleId(6, 7);
    given([held])
      .when({ ...abandon, reservationId: other })
      .then([{ type: 'ReservationAbandoned', data: { bookingId, reservationId: other } }]);
  });

  it('lapses after the hold has ended', () => {
    given([held])
      .when({ ...abandon, now: late })
      .then([lapsed]);
  });

  it('keeps what it stands on', () => {
    given([held]).when(abandon).then(rejects('slot-taken'));
    given([held, confirmed])
      .when({ ...abandon, now: late })
      .then(rejects('slot-taken'));
  });

  it('needs none once it is cancelled, lapsed, orphaned or moved away', () => {
    for (const events of [
      [held, cancelled],
      [held, lapsed],
      [atOnce, orphaned],
      [atOnce, moved],
    ]) {
      given(events)
        .when({ ...abandon, now: late })
        .then([]);
    }
  });
});

describe('booking edit', () => {
  it('takes the new interval and says which it leaves', () => {
    given([atOnce]).when(move).then([moved]);
    expect(fold([atOnce, moved])).toMatchObject({ start, reservationId: moved.data.reservationId });
  });

  it('says how much time was kept free around the visit that it leaves', () => {
    const all = [{ bufferBefore: 10 }, { bufferAfter: 5 }, { bufferBefore: 10, bufferAfter: 5 }];
    for (const buffers of all) {
      const placed = sample('BookingPlaced', {
        confirmBy: null,
        placedBy: 'pro',
        service: { ...atOnce.data.service, ...buffers },
      });
      const leaves = sample('BookingMoved', { previous: { ...moved.data.previous, ...buffers } });
      given([placed]).when(move).then([leaves]);
    }
  });

  it('clears the mark of an undelivered mail, since a new mail is sent', () => {
    const notMailed = sample('BookingNotMailed');
    expect(fold([atOnce, notMailed])).toMatchObject({ unmailed: notMailed.data.reason });
    expect(fold([atOnce, notMailed, moved])).toMatchObject({ unmailed: null });
  });

  it('keeps the answer to a reminder until the visit moves', () => {
    const now = '2026-11-22T08:00:00.000Z';
    const answered = sample('VisitAnswered', { answer: 'coming', start: atOnce.data.start });
    given([atOnce]).when({ type: 'answer', answer: 'coming', now }).then([answered]);
    given([atOnce, answered]).when({ type: 'answer', answer: 'coming', now }).then([]);
    expect(fold([atOnce, answered])).toMatchObject({ answer: 'coming', status: 'confirmed' });
    expect(fold([atOnce, answered, moved])).toMatchObject({ answer: null });
    given([atOnce])
      .when({ type: 'answer', answer: 'coming', now: atOnce.data.start })
      .then(rejects('booking-not-active'));
  });

  it('sends its mails to the corrected email of the person who gets them, with new links', () => {
    const { patient, parent } = sampleIds;
    const email = 'carla.verdi@example.com';
    const corrected = sample('BookingEmailCorrected');
    given([atOnce]).when({ type: 'correct-email', patientId: patient, email, last: true }).then([corrected]);
    given([atOnce, corrected])
      .when({ type: 'correct-email', patientId: patient, email, last: true })
      .then([]);
    given([atOnce, sample('BookingPatientErased')])
      .when({ type: 'correct-email', patientId: patient, email, last: true })
      .then([]);
    expect(fold([atOnce, corrected])).toMatchObject({ contact: { email, name: 'Carla Verdi' }, turn: 1 });
    const named = sample('BookingContactNamed');
    given([atOnce, named]).when({ type: 'correct-email', patientId: patient, email, last: true }).then([]);
    const ofParent = sample('BookingEmailCorrected', { contactId: parent, email });
    given([atOnce, named])
      .when({ type: 'correct-email', patientId: parent, email, last: true })
      .then([ofParent]);
    expect(fold([atOnce, named, ofParent])).toMatchObject({
      told: { contact: { email, name: 'Elena Verdi' } },
      contact: { email: 'carla@example.com' },
    });
  });

  it('says of a visit of a series whether it is the last that is corrected', () => {
    const series = { seriesId: sampleIds.clinic, nth: 2, of: 3 };
    const placed = sample('BookingPlaced', { ...atOnce.data, series });
    for (const last of [false, true])
      given([placed])
        .when({ type: 'correct-email', patientId: sampleIds.patient, email: 'carla.verdi@example.com', last })
        .then([sample('BookingEmailCorrected', { series: { seriesId: series.seriesId, last } })]);
  });

  it('keeps the outcome of a text until the visit moves', () => {
    expect(fold([atOnce, sample('VisitTexted')])).toMatchObject({ texted: 'sent' });
    expect(fold([atOnce, sample('VisitTexted'), moved])).toMatchObject({ texted: null });
  });

  it('records who moved', () => {
    const byPatient = sample('BookingMoved', { by: 'patient' });
    given([atOnce])
      .when({ ...move, by: 'patient' })
      .then([byPatient]);
  });

  it('makes an orphan confirmed again', () => {
    given([atOnce, orphaned]).when(move).then([moved]);
    expect(fold([atOnce, orphaned, moved])).toMatchObject({ status: 'confirmed' });
  });

  it('is for confirmed bookings and orphans only', () => {
    for (const events of [[held], [held, lapsed], [atOnce, cancelled]]) {
      given(events).when(move).then(rejects('booking-not-active'));
    }
  });

  it('never goes onto a reservation that was fenced off or left before', () => {
    const off = {
      type: 'ReservationAbandoned',
      data: { bookingId, reservationId: move.to.reservationId },
    } as const;
    given([atOnce, off]).when(move).then(rejects('slot-taken'));
    given([atOnce, moved])
      .when({ ...move, to: { ...move.to, reservationId } })
      .then(rejects('slot-taken'));
  });
});

describe('a booking that is moved to another professional', () => {
  const handed = sample('BookingHandedOver');
  const { proId, hubId, patientId } = handed.data;
  const reservations = [sampleId(6, 2), sampleId(6, 3), sampleId(6, 4)] as const;
  const to = { ...move.to, proId, hubId, patientId };
  const there = { ...move, to } as const;
  const movedThere = sample('BookingMoved', { proId, hubId, patientId });
  const back = {
    ...move,
    to: { ...move.to, reservationId: reservations[1], patientId: atOnce.data.patientId },
  } as const;
  const movedBack = sample('BookingMoved', {
    reservationId: reservations[1],
    previous: { proId, reservationId: reservations[0], start, end },
  });
  const handedBack = sample('BookingHandedOver', {
    proId: atOnce.data.proId,
    hubId: atOnce.data.hubId,
    patientId: atOnce.data.patientId,
    previous: { proId, patientId },
  });

  it('makes the booking one of the other’s patients, without notes of former professionals', () => {
    const noted = sample('BookingNoted');
    given([atOnce, noted]).when(there).then([movedThere, handed]);
    const state = fold([atOnce, noted, movedThere, handed]);
    expect(state).toMatchObject({ proId, patientId, contact: handed.data.contact, proNotes: '' });
  });

  it('remembers whose patient it was with each of them', () => {
    const first = { [atOnce.data.proId]: atOnce.data.patientId };
    expect(fold([atOnce, movedThere, handed])).toMatchObject({ patientsLeft: first });
    expect(fold([atOnce, movedThere, handed, movedBack, handedBack])).toMatchObject({
      patientsLeft: { ...first, [proId]: patientId },
    });
  });

  it('keeps its contact, as one of the other’s patients', () => {
    const named = sample('BookingContactNamed');
    const forgotten = { ...named, data: { ...named.data, contact: erased } };
    const contactId = sampleId(5, 9);
    const telling = { ...there, to: { ...to, contactId } };
    const namedThere = sample('BookingContactNamed', { proId, hubId, patientId, contactId });
    given([atOnce, named]).when(telling).then([movedThere, handed, namedThere]);
    given([atOnce, named]).when(there).then([movedThere, handed]);
    for (const nobody of [[atOnce], [atOnce, forgotten]])
      given(nobody).when(telling).then([movedThere, handed]);
  });

  it('returns their own notes to a professional who treats again', () => {
    const noted = sample('BookingNoted');
    const theirs = sample('BookingNoted', { proId, hubId, patientId, proNotes: 'of the other' });
    given([atOnce, noted, movedThere, handed, theirs])
      .when(back)
      .then([movedBack, { ...handedBack, data: { ...handedBack.data, proNotes: noted.data.proNotes } }]);
  });

  it('finds no notes whose writer erased the patient', () => {
    const gone = { ...sample('BookingNoted'), data: { ...sample('BookingNoted').data, proNotes: erased } };
    given([atOnce, gone, movedThere, handed]).when(back).then([movedBack, handedBack]);
  });

  it('leaves alone what the former professional’s patient was, when that one is erased', () => {
    const erasing = { type: 'erase-patient', now: inTime } as const;
    given([atOnce, movedThere, handed])
      .when({ ...erasing, patientId: atOnce.data.patientId })
      .then([]);
    const ids = { proId, hubId, patientId };
    given([atOnce, movedThere, handed])
      .when({ ...erasing, patientId })
      .then([sample('BookingPatientErased', ids), sample('BookingCancelled', { ...ids, by: 'system' })]);
  });

  it('needs a patient who is still known', () => {
    const unknown = { ...atOnce, data: { ...atOnce.data, contact: erased } };
    given([unknown]).when(there).then(rejects('patient-erased'));
    given([unknown]).when(move).then([moved]);
  });
});

describe('a booking with a contact', () => {
  const named = sample('BookingContactNamed');
  const { contactId } = named.data;
  const contact = named.data.contact as never;
  const forgotten = sample('BookingContactErased');
  const erase = (patientId: string) => ({ type: 'erase-patient', patientId, now: inTime }) as const;

  it('names the contact at once', () => {
    given([])
      .when({ type: 'place', booking: held.data as never, told: { contactId, contact } })
      .then([held, named]);
    expect(fold([held, named])).toMatchObject({ told: { contactId, contact } });
  });

  it('stays when the contact is erased, unless the contact had to confirm', () => {
    given([atOnce, named]).when(erase(contactId)).then([forgotten]);
    expect(fold([atOnce, named, forgotten])).toMatchObject({ told: null, status: 'confirmed' });
    given([atOnce, named, forgotten]).when(erase(contactId)).then([]);
    given([held, named])
      .when(erase(contactId))
      .then([forgotten, sample('BookingCancelled', { by: 'system' })]);
  });

  it('is the patient’s own if both are one record', () => {
    const own = sample('BookingContactNamed', { contactId: sampleIds.patient });
    given([atOnce, own])
      .when(erase(sampleIds.patient))
      .then([sample('BookingPatientErased'), sample('BookingCancelled', { by: 'system' })]);
  });

  it('has no patient after the attendee is erased', () => {
    const events = [sample('BookingPatientErased'), sample('BookingCancelled', { by: 'system' })];
    given([atOnce, named]).when(erase(sampleIds.patient)).then(events);
    expect(fold([atOnce, named, ...events])).toMatchObject({ told: null, patientGone: true });
  });
});

describe('notes of the pro', () => {
  const noted = sample('BookingNoted');
  const note = { type: 'note', proNotes: noted.data.proNotes as string } as const;

  it('are saved only if the text differs from the current one', () => {
    given([atOnce]).when(note).then([noted]);
    given([atOnce]).when({ type: 'note', proNotes: '' }).then([]);
  });

  it('are refused on what is gone', () => {
    given([atOnce, cancelled]).when(note).then(rejects('booking-not-active'));
    given([held, lapsed]).when(note).then(rejects('booking-not-active'));
  });
});

describe('booking deletion', () => {
  it('ends whatever is not gone yet, once', () => {
    for (const events of [[held], [atOnce], [atOnce, orphaned]]) {
      given(events).when({ type: 'cancel', by: 'pro' }).then([cancelled]);
    }
    given([held, lapsed]).when({ type: 'cancel', by: 'pro' }).then([]);
  });
});

describe('an orphan', () => {
  it('comes of a confirmed booking only', () => {
    given([atOnce]).when({ type: 'orphan', reason: 'hub-archived' }).then([orphaned]);
    given([held]).when({ type: 'orphan', reason: 'hub-archived' }).then([]);
    given([atOnce, cancelled]).when({ type: 'orphan', reason: 'hub-archived' }).then([]);
  });
});

describe('erasing the patient', () => {
  const gone = sample('BookingPatientErased');
  const ended = sample('BookingCancelled', { by: 'system' });
  const before = {
    type: 'erase-patient',
    patientId: atOnce.data.patientId,
    now: '2026-11-20T09:00:00.000Z',
  } as const;
  const after = {
    type: 'erase-patient',
    patientId: atOnce.data.patientId,
    now: '2026-11-24T09:00:00.000Z',
  } as const;

  it('cancels a future booking, and leaves a past one without a patient', () => {
    for (const events of [[held], [atOnce], [atOnce, orphaned]]) {
      given(events).when(before).then([gone, ended]);
    }
    given([atOnce]).when(after).then([gone]);
    expect(fold([atOnce, gone])).toMatchObject({ status: 'confirmed', contact: erased, proNotes: erased });
  });

  it('takes an appointment for past from its start on', () => {
    const lastMoment = { ...before, now: '2026-11-23T07:59:59.999Z' } as const;
    given([atOnce]).when(lastMoment).then([gone, ended]);
    given([atOnce])
      .when({ ...lastMoment, now: atOnce.data.start })
      .then([gone]);
  });

  it('says nothing of an end that was before, and happens once', () => {
    given([atOnce, cancelled]).when(before).then([gone]);
    given([held, lapsed]).when(before).then([gone]);
    given([atOnce, gone]).when(before).then([]);
    given([]).when(before).then(rejects('not-found'));
  });

  it('allows no confirmation, move or note afterwards, but the end', () => {
    const note = { type: 'note', proNotes: 'x' } as const;
    given([atOnce, gone]).when(note).then(rejects('patient-erased'));
    given([atOnce, gone]).when(move).then(rejects('patient-erased'));
    given([atOnce, gone]).when({ type: 'confirm', now: after.now }).then(rejects('patient-erased'));
    given([atOnce, gone, cancelled]).when(note).then(rejects('booking-not-active'));
    given([atOnce, gone]).when({ type: 'cancel', by: 'pro' }).then([cancelled]);
  });
});
