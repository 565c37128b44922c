import type { Attendance } from '@visita/contracts/booking/attendance';
import { isSettled } from '@visita/contracts/booking/attendance-rules';
import type { BlockView } from '@visita/contracts/block/views';
import type { BookingView, HeldTime, ProCalendar, VacationView } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { runsCalendar } from '../../../lib/booking/hubs.ts';
import { clinicOfClock, clocksDiffer } from '../../../lib/time/other-clock.ts';
import { addDays, dayOf, wallClock, wallTimeOf } from '../../../lib/time/wall-clock.ts';

/** Kind of an entry for its viewer, which determines colour, icon and legend. */
export type EntryKind =
  | 'own'
  | 'guest'
  | 'others'
  | 'orphan'
  | 'closing'
  | 'vacation'
  | 'vacationOthers'
  | 'block'
  | 'held';

/** Entry of the calendar with wall times of the clinic, `YYYY-MM-DDTHH:mm`, the end excluded. */
export type Entry = {
  id: string;
  kind: EntryKind;
  title: string;
  /** Shown beside the title if it fits: the service, or the professional if not visible otherwise. */
  service: string;
  detail: string;
  /** Phone of the patient, with prefix. */
  phone?: string;
  /** Attendance once recorded. */
  attendance?: Exclude<Attendance, 'expected'>;
  /** Set if the last mail to the patient was not sent. */
  notMailed?: true;
  /** The patient's answer to a reminder, until attendance is recorded. */
  answer?: 'coming' | 'notComing';
  /** Person to whom the held time is offered; empty if the name is not shown. */
  offeredTo?: string;
  start: string;
  end: string;
  /** Instants in epoch ms and zone, if the clock changes between start and end. */
  clockChange?: { from: number; until: number; timezone: string };
  /** City of the entry's clock, if it differs from the calendar's. */
  town?: string;
  /** Professional of the entry; null for the whole clinic, and for orphans, whose professional is hidden. */
  proId: string | null;
  clinicId: string;
  movable: boolean;
};

/** Bookings, own blocks, closings and vacations (`behind`), and others' blocks and holds (`taken`). */
export type Entries = { bookings: Entry[]; blocks: Entry[]; behind: Entry[]; taken: Entry[] };

type Viewer = { id: string; email: string };
export type Filters = { clinicId: string | null; proIds: readonly string[] };

const kindOf = (booking: BookingView, viewer: Viewer): EntryKind => {
  if (booking.status === 'orfan') return 'orphan';
  if (booking.pro_id !== viewer.id) return 'others';
  return booking.doctor_role === 'guest' ? 'guest' : 'own';
};

/** An end in a day's last minute means the end of the day. */
const endOf = (end: string): string =>
  wallTimeOf(end) === '23:59' ? `${addDays(dayOf(end), 1)}T00:00` : wallClock(end);

type Dated = { date: string; ending_date: string; timezone: string };

/** Returns start and end; dropped bookings have no offset and use the wall time. */
const whenOf = ({ date, ending_date: end, timezone }: Dated) => ({
  start: wallClock(date),
  end: wallClock(end),
  ...(date.slice(19) !== end.slice(19) && {
    clockChange: { from: Date.parse(date), until: Date.parse(end), timezone },
  }),
});

const answerOf = ({ attendance, visit_answer: answer }: BookingView): Pick<Entry, 'answer'> => {
  if (attendance !== 'expected' || answer === undefined) return {};
  return { answer: answer === 'coming' ? 'coming' : 'notComing' };
};

const bookingEntry = (booking: BookingView, viewer: Viewer): Entry => {
  const kind = kindOf(booking, viewer);
  return {
    id: booking.id,
    kind,
    title: booking.patient_name,
    service: booking.service,
    detail: kind === 'others' ? booking.doctor_name : booking.service,
    ...(booking.patient_phone && { phone: `${booking.patient_prefix} ${booking.patient_phone}` }),
    ...(booking.attendance !== 'expected' && { attendance: booking.attendance }),
    ...answerOf(booking),
    ...(booking.not_mailed && booking.patient_name && { notMailed: true as const }),
    ...whenOf(booking),
    proId: kind === 'orphan' ? null : booking.pro_id,
    clinicId: booking.clinic_id,
    // Orphans need a professional first; erased patients' bookings and recorded visits cannot be moved.
    movable: kind !== 'orphan' && booking.patient_name !== '' && !isSettled(booking.attendance),
  };
};

const isChosen = ({ proIds }: Filters, proId: string | null): boolean =>
  proIds.length === 0 || proId === null || proIds.includes(proId);

export const bookingsOf = ({ bookings }: ProCalendar, filters: Filters): BookingView[] =>
  bookings.filter(
    ({ clinic_id: clinicId, pro_id: proId }) =>
      (filters.clinicId === null || clinicId === filters.clinicId) && isChosen(filters, proId),
  );

/** A booking dragged or pasted to another wall time of its clinic. */
export type Move = {
  id: string;
  date: string;
  end: string;
  /** Another professional of the clinic, who offers the same service. */
  to?: { proId: string; name: string; hubServiceId: string };
};

/** Returns the calendar with a booking at its dropped place, regardless of updates. */
export const movedIn = (calendar: ProCalendar, move: Move | null): ProCalendar =>
  move === null
    ? calendar
    : {
        ...calendar,
        bookings: calendar.bookings.map((booking) =>
          booking.id === move.id
            ? {
                ...booking,
                date: move.date,
                ending_date: move.end,
                ...(move.to && { pro_id: move.to.proId, doctor_name: move.to.name }),
              }
            : booking,
        ),
      };

type Viewing = {
  viewer: Viewer;
  filters: Filters;
  hubPros: ReadonlyMap<string, string>;
  clinics?: readonly ClinicView[];
};

/**
 * Returns a function that gives the city of an entry's clock if it differs from the calendar's on one of its
 * days.
 */
const townFinder = (
  { bookings, blocks, held }: ProCalendar,
  clinics: readonly ClinicView[],
  clinicId: string | null,
) => {
  const reference = clinicOfClock(clinics, clinicId)?.timezone;
  const byId = new Map([...bookings, ...blocks, ...held].map((one) => [one.id, one]));
  const clinicById = new Map(clinics.map((clinic) => [clinic.id, clinic]));
  return (entry: Entry): Entry => {
    const one = byId.get(entry.id);
    const clinic = clinicById.get(entry.clinicId);
    const timezone = one?.timezone ?? clinic?.timezone;
    if (!reference || !timezone || !clocksDiffer(timezone, reference, dayOf(entry.start))) return entry;
    const city = one && 'clinic_city' in one ? one.clinic_city : clinic?.city;
    return { ...entry, town: city ?? timezone };
  };
};

const vacationEntry = (vacation: VacationView, { viewer, hubPros }: Viewing): Entry => {
  const own = vacation.pro_email === viewer.email;
  return {
    id: vacation.id,
    kind: own ? 'vacation' : 'vacationOthers',
    title: own ? vacation.title : `${vacation.title} · ${vacation.pro_name}`,
    service: '',
    detail: '',
    start: wallClock(vacation.starting_date),
    end: endOf(vacation.ending_date),
    // The hub of the viewer's own vacation may be gone.
    proId: hubPros.get(vacation.hub_id) ?? (own ? viewer.id : vacation.pro_email),
    clinicId: vacation.clinic_id,
    movable: false,
  };
};

/** Converts a block with its note, or a hold with its end. */
const takenEntry = (time: BlockView | HeldTime): Entry => ({
  ...('offered_to' in time && time.offered_to !== undefined && { offeredTo: time.offered_to }),
  id: time.id,
  kind: 'until' in time ? 'held' : 'block',
  title: 'until' in time ? '' : time.note,
  service: '',
  detail: 'until' in time ? wallTimeOf(wallClock(time.until)) : '',
  ...whenOf(time),
  proId: time.pro_id,
  clinicId: time.clinic_id,
  movable: false,
});

export const entriesOf = (calendar: ProCalendar, viewing: Viewing): Entries => {
  const { filters, viewer, clinics = [] } = viewing;
  const withTown = townFinder(calendar, clinics, filters.clinicId);
  const closings = calendar.clinicInactivities.map(
    ({ id, title, clinic_id: clinicId, starting_date: start, ending_date: end }): Entry => ({
      id,
      kind: 'closing',
      title,
      service: '',
      detail: '',
      start: wallClock(start),
      end: endOf(end),
      proId: null,
      clinicId,
      movable: false,
    }),
  );
  const vacations = calendar.hubInactivities.map((vacation) => vacationEntry(vacation, viewing));
  const chosen = ({ clinicId, proId }: Entry) =>
    (filters.clinicId === null || clinicId === filters.clinicId) && isChosen(filters, proId);
  const runs = new Set(clinics.filter((clinic) => runsCalendar(clinic, viewer)).map(({ id }) => id));
  const mayChange = (block: BlockView) => block.pro_id === viewer.id || runs.has(block.clinic_id);
  return {
    bookings: bookingsOf(calendar, filters).map((booking) => withTown(bookingEntry(booking, viewer))),
    behind: [...closings, ...vacations].filter(chosen).map(withTown),
    blocks: calendar.blocks
      .filter(mayChange)
      .map((block) => ({ ...takenEntry(block), movable: true }))
      .filter(chosen)
      .map(withTown),
    taken: [...calendar.blocks.filter((block) => !mayChange(block)), ...calendar.held]
      .map(takenEntry)
      .filter(chosen)
      .map(withTown),
  };
};
