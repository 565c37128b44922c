import { readable } from '@visita/contracts/event';
import type { EventNamed } from '@visita/contracts/events';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { offeredTimes, waitingEntries } from '@visita/read-model/waiting/tables';

const noOffer = {
  offer_id: null,
  offer_starts: null,
  offer_until: null,
  offer_because: null,
  offer_asked: null,
  offer_pro_id: null,
  offer_hub_id: null,
  offer_starts_at: null,
  offer_ends_at: null,
} as const;

const notFilled = { filled_pro_id: null, filled_starts_at: null } as const;

const joined = ({ data, metadata }: EventNamed<'WaitingJoined'>, rows: Rows): void => {
  const contact = readable(data.contact);
  rows.put(waitingEntries, {
    entry_id: data.entryId,
    clinic_id: data.clinicId,
    pro_id: data.proId,
    patient_id: data.patientId,
    booking_id: data.bookingId,
    name: contact?.name ?? null,
    email: contact?.email ?? null,
    prefix: contact?.prefix ?? null,
    phone: contact?.phone ?? null,
    clinic_service_id: data.clinicServiceId,
    pro_ids: data.proIds.join(' '),
    weekdays: data.weekdays.join(' '),
    from_time: data.fromTime,
    to_time: data.toTime,
    from_day: data.from,
    until_day: data.until,
    timezone: data.timezone,
    language: data.language,
    state: data.confirmBy === null ? 'waiting' : 'unconfirmed',
    confirm_by: data.confirmBy,
    urgent: false,
    paused_until: null,
    called_at: null,
    joined_at: metadata.time,
    joined_by: data.joinedBy,
    ...noOffer,
    ...notFilled,
  });
};

const offered = ({ data }: EventNamed<'OfferMade'>, rows: Rows): void => {
  const [time] = data.times;
  const held = data.reservationId !== null && time;
  rows.patch(
    waitingEntries,
    { entry_id: data.entryId },
    {
      offer_id: data.offerId,
      offer_starts: data.times.map(({ start }) => start).join(' '),
      offer_until: data.deadline,
      offer_because: data.because,
      offer_asked: data.asked,
      offer_pro_id: time?.proId ?? null,
      offer_hub_id: held ? time.hubId : null,
      offer_starts_at: held ? time.start : null,
      offer_ends_at: held ? time.end : null,
    },
  );
};

const noContact = { name: null, email: null, prefix: null, phone: null } as const;

type Columns = typeof noOffer &
  typeof noContact & {
    urgent: boolean;
    paused_until: string | null;
    called_at: string;
    state: 'waiting' | 'ended';
    filled_pro_id: string | null;
    filled_starts_at: string | null;
  };

const patch = (rows: Rows, entryId: string, set: Partial<Columns>): void =>
  rows.patch(waitingEntries, { entry_id: entryId }, set);

const patching =
  (set: Partial<Columns>) =>
  ({ data }: { data: { entryId: string } }, rows: Rows): void =>
    patch(rows, data.entryId, set);

/** Entries on waiting lists. One that has ended keeps only its ids and wishes. */
export const waitingProjection: Projection = {
  name: 'waiting-entries',
  version: 3,
  tables: [waitingEntries],
  on: {
    WaitingJoined: joined,
    WaitingConfirmed: patching({ state: 'waiting' }),
    WaitingUrgencySet: ({ data }, rows) => patch(rows, data.entryId, { urgent: data.urgent }),
    WaitingCalled: ({ data }, rows) => patch(rows, data.entryId, { called_at: data.at }),
    WaitingPaused: ({ data }, rows) => patch(rows, data.entryId, { paused_until: data.until }),
    WaitingResumed: patching({ paused_until: null }),
    OfferMade: offered,
    OfferTaken: ({ data: { entryId, time } }, rows) =>
      patch(rows, entryId, { ...noOffer, filled_pro_id: time.proId, filled_starts_at: time.start }),
    OfferDeclined: patching(noOffer),
    OfferLapsed: patching(noOffer),
    OfferWithdrawn: patching({ ...noOffer, ...notFilled }),
    WaitingEnded: patching({ ...noOffer, ...noContact, state: 'ended' }),
  },
};

const refused = ({ data: { offerId } }: { data: { offerId: string } }, rows: Rows): void =>
  rows.patch(offeredTimes, { offer_id: offerId }, { refused: true });

const over = ({ data: { offerId } }: { data: { offerId: string } }, rows: Rows): void =>
  rows.remove(offeredTimes, { offer_id: offerId });

/** Times that are offered or were refused. */
export const offeredTimesProjection: Projection = {
  name: 'offered-times',
  version: 1,
  tables: [offeredTimes],
  on: {
    OfferMade: ({ data: { offerId, clinicId, times } }, rows) => {
      const last = times.at(-1);
      if (!last) return;
      rows.put(offeredTimes, {
        offer_id: offerId,
        clinic_id: clinicId,
        pro_id: last.proId,
        hub_service_id: last.hubServiceId,
        starts: times.map(({ start }) => start).join(' '),
        last_starts_at: last.start,
        refused: false,
      });
    },
    OfferDeclined: refused,
    OfferLapsed: refused,
    OfferTaken: over,
    OfferWithdrawn: over,
  },
};
