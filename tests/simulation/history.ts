import type { Fact } from './facts.ts';

/** A visit at one time, from an instant until another one. */
export type Spell = {
  readonly bookingId: string;
  readonly proId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly start: string;
  readonly end: string;
  readonly since: string;
  until: string;
};

export type Offer = {
  readonly offerId: string;
  readonly entryId: string;
  readonly proId: string;
  readonly starts: readonly string[];
  readonly start: string;
  readonly end: string;
  readonly held: boolean;
  readonly since: string;
  readonly because: string;
  until: string;
};

export type Entry = {
  readonly entryId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly email: string;
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly until: string;
  readonly joined: string;
  readonly ends: string;
  ended: string;
  readonly offers: Offer[];
  readonly pauses: { readonly from: string; until: string }[];
};

export type Freed = {
  readonly proId: string;
  readonly start: string;
  readonly end: string;
  readonly at: string;
};

const never = '9999';

type Ids = Record<'bookingId' | 'proId' | 'clinicId' | 'patientId' | 'entryId' | 'offerId', string>;
type Interval = { start: string; end: string };

/** Folds the events to the lives of visits, entries and offers, without the product's code. */
export const historyOf = (events: readonly Fact[]) => {
  const spells: Spell[] = [];
  const current = new Map<string, Spell>();
  const entries = new Map<string, Entry>();
  const freed: Freed[] = [];
  const erased = new Map<string, string>();
  const stops = new Map<string, { from: string; until: string }[]>();
  const plans = new Map<string, { from: string; until: string; steps: readonly string[] }[]>();

  const begin = (data: Ids & Interval, time: string): void => {
    const { bookingId, proId, clinicId, patientId, start, end } = data;
    const spell = { bookingId, proId, clinicId, patientId, start, end, since: time, until: never };
    spells.push(spell);
    current.set(bookingId, spell);
  };
  const finish = (bookingId: string, time: string): void => {
    const spell = current.get(bookingId);
    if (!spell) return;
    spell.until = time;
    freed.push({ proId: spell.proId, start: spell.start, end: spell.end, at: time });
    current.delete(bookingId);
  };
  const openOffer = (data: Ids): Offer | undefined =>
    entries.get(data.entryId)?.offers.find(({ offerId }) => offerId === data.offerId);
  const endOffer = (data: Ids, time: string): void => {
    const offer = openOffer(data);
    if (offer && offer.until > time) offer.until = time;
  };

  for (const { type, time, data: given } of events) {
    const data = given as Ids & Interval & Record<string, never>;
    if (type === 'BookingPlaced') begin(data, time);
    if (type === 'BookingMoved') {
      finish(data.bookingId, time);
      begin(data, time);
    }
    if (type === 'BookingCancelled') finish(data.bookingId, time);
    if (type === 'PatientErasureRequested') erased.set(data.patientId, time);
    if (type === 'PatientMessagesChosen') {
      const known = stops.get(data.patientId) ?? [];
      for (const stop of known) if (stop.until === never) stop.until = time;
      if (data['stopped']) known.push({ from: time, until: never });
      stops.set(data.patientId, known);
    }
    if (type === 'ReminderPlanSet') {
      const known = plans.get(data.proId) ?? [];
      for (const plan of known) if (plan.until === never) plan.until = time;
      const steps = (data['steps'] as unknown as { before: string; at: string | null }[]).map(
        ({ before, at }) => (at === null ? before : `${before}@${at}`),
      );
      plans.set(data.proId, [...known, { from: time, until: never, steps }]);
    }
    if (type === 'WaitingJoined') {
      const { entryId, clinicId, patientId } = data;
      const contact = data['contact'] as unknown as { email?: string };
      const { weekdays, from, until, ends } = data as unknown as Entry;
      entries.set(entryId, {
        entryId,
        clinicId,
        patientId,
        email: contact.email ?? '',
        weekdays,
        from,
        until,
        ends,
        joined: time,
        ended: never,
        offers: [],
        pauses: [],
      });
    }
    if (type === 'WaitingEnded') entries.get(data.entryId)!.ended = time;
    if (type === 'WaitingPaused')
      entries.get(data.entryId)?.pauses.push({ from: time, until: data['until'] as unknown as string });
    if (type === 'OfferMade') {
      const times = data['times'] as unknown as (Interval & { proId: string })[];
      const [first] = times;
      entries.get(data.entryId)?.offers.push({
        offerId: data.offerId,
        entryId: data.entryId,
        proId: first!.proId,
        starts: times.map(({ start }) => start),
        start: first!.start,
        end: first!.end,
        held: data['reservationId'] !== null,
        because: data['because'] as unknown as string,
        since: time,
        until: data['deadline'] as unknown as string,
      });
    }
    if (['OfferTaken', 'OfferDeclined', 'OfferLapsed', 'OfferWithdrawn'].includes(type)) endOffer(data, time);
  }
  return { spells, entries, freed, erased, stops, plans };
};
export type History = ReturnType<typeof historyOf>;
