import type { ActivityKind } from '@visita/contracts/activity/views';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import type { NewRow } from '@visita/platform/projection/table';
import { activities } from '@visita/read-model/activity/tables';
import { colleagueIn } from '../colleague.ts';

type Row = NewRow<typeof activities.columns>;
type Details = Partial<Omit<Row, 'position' | 'kind' | 'at' | 'pro_id'>>;
type Event = Pick<RecordedEvent, 'position' | 'metadata'> & { readonly data: { readonly proId: string } };
type BookingEvent = Event & {
  readonly data: { readonly bookingId: string; readonly clinicId: string; readonly hubId: string };
};

const put = (rows: Rows, kind: ActivityKind, { position, metadata, data }: Event, details: Details): void =>
  rows.put(activities, {
    position,
    kind,
    at: metadata.time,
    pro_id: data.proId,
    clinic_id: null,
    hub_id: null,
    booking_id: null,
    series_id: null,
    starts_at: null,
    ends_at: null,
    previous_at: null,
    reason: null,
    actor_id: null,
    ...details,
  });

const putBooking = (rows: Rows, kind: ActivityKind, event: BookingEvent, details: Details = {}): void => {
  const { bookingId, clinicId, hubId } = event.data;
  put(rows, kind, event, { booking_id: bookingId, clinic_id: clinicId, hub_id: hubId, ...details });
};

type Time = { readonly start: string; readonly end: string };
type HubEvent = Event & { readonly data: { readonly hubId: string } };

/** Only the professional gets a notice of blocked times and absences, and only if a colleague made them. */
const putTime = (rows: Rows, kind: ActivityKind, event: HubEvent, { start, end }: Time): void => {
  const actor_id = colleagueIn(event);
  if (actor_id === null) return;
  put(rows, kind, event, { hub_id: event.data.hubId, starts_at: start, ends_at: end, actor_id });
};

type SeriesEvent = Event & {
  readonly data: { readonly seriesId: string; readonly clinicId: string; readonly hubId: string };
};

const putSeries = (rows: Rows, kind: ActivityKind, event: SeriesEvent, missing: number | undefined): void => {
  const { seriesId, clinicId, hubId } = event.data;
  if (missing) put(rows, kind, event, { series_id: seriesId, clinic_id: clinicId, hub_id: hubId });
};

/** Actors of a booking of an offered time: the person, or the process that completes it after a crash. */
const offerTakers: ReadonlySet<string> = new Set(['anonymous', 'process:waiting-list']);

/** One row per event, by its position: a rebuild gives the same ids, so that read notices stay read. */
export const activitiesProjection: Projection = {
  name: 'activities',
  version: 5,
  tables: [activities],
  on: {
    BookingPlaced: (event, rows) => {
      const { confirmBy, placedBy } = event.data;
      if (confirmBy === null && placedBy === 'pro' && offerTakers.has(event.metadata.actor))
        putBooking(rows, 'booked', event);
    },
    BookingConfirmed: (event, rows) => putBooking(rows, 'booked', event),
    BookingMoved: (event, rows) => {
      const { by, start, end, previous } = event.data;
      if (by !== 'patient') return;
      putBooking(rows, 'moved', event, { starts_at: start, ends_at: end, previous_at: previous.start });
    },
    BookingCancelled: (event, rows) => {
      if (event.data.by === 'patient') putBooking(rows, 'cancelled', event);
    },
    BookingNotMailed: (event, rows) => {
      const { reason, further } = event.data;
      if (!further) putBooking(rows, 'not-mailed', event, { reason });
    },
    VisitAnswered: (event, rows) => {
      if (event.data.answer === 'not-coming') putBooking(rows, 'not-coming', event);
    },
    SeriesPlaced: (event, rows) => putSeries(rows, 'not-placed', event, event.data.notPlaced),
    SeriesChanged: (event, rows) => putSeries(rows, 'not-changed', event, event.data.notChanged),
    TimeBlocked: (event, rows) => putTime(rows, 'blocked', event, event.data),
    BlockChanged: (event, rows) => {
      const { start, end, previous } = event.data;
      if (start !== previous.start || end !== previous.end) putTime(rows, 'blocked', event, event.data);
    },
    VacationPlanned: (event, rows) => putTime(rows, 'absent', event, event.data.period),
    ExternalCalendarDisconnected: (event, rows) => {
      if (event.data.by === 'provider') put(rows, 'calendar-lost', event, {});
    },
    TextsUsedUp: (event, rows) => put(rows, 'texts-used-up', event, {}),
  },
};
