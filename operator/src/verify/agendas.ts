import { overlap } from '@visita/contracts/agenda/occupied';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { erased } from '@visita/contracts/event';
import { agendaDecider, type AgendaState } from '@visita/command-service/agenda/decider';
import { blocksDecider, type BlocksState } from '@visita/command-service/block/decider';
import { bookingDecider, type BookingState } from '@visita/command-service/booking/decider';
import { agendaId, agendasOccupied, buffersOf } from '@visita/command-service/booking/reserve';
import { evolveStored } from '@visita/platform/runtime/states';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning, type EventStore } from '@visita/platform/event-store/port';

/** A problem in one agenda. Ids only. */
export type AgendaProblem = {
  readonly kind:
    | 'overlap'
    /** A secured interval without a booking. */
    | 'without-booking'
    /** An interval of an ended or moved booking, which should have been released. */
    | 'not-freed'
    /** A live booking without an interval, so that another booking could take its time. */
    | 'not-held'
    /** A booking whose interval is at another time. */
    | 'elsewhere';
  /** `agenda-<resource>_<day>`. */
  readonly agenda: string;
  readonly bookings: readonly string[];
};

export type AgendasReport = {
  readonly position: string;
  readonly agendas: number;
  readonly bookings: number;
  readonly problems: readonly AgendaProblem[];
};

export type AgendasOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  /** Position of the releasing process; later changes are not counted as problems. */
  readonly freedUpTo: string;
  onProgress?(progress: { position: string; head: string }): void;
};

type Taken = AgendaState['taken'][number];
type Known = { readonly state: BookingState; readonly changed: string };

/** Drops typed texts, which are not needed here, to save memory. */
const lean = (state: BookingState): BookingState =>
  state.status === 'none' ? state : { ...state, contact: erased, proNotes: erased, notesLeft: {} };

const isLive = (state: BookingState): state is Exclude<BookingState, { status: 'none' }> =>
  state.status === 'pending' || state.status === 'confirmed';

const overlapsIn = (agenda: string, taken: readonly Taken[]): AgendaProblem[] =>
  taken.flatMap((one, index) =>
    taken
      .slice(index + 1)
      .filter((other) => other.bookingId !== one.bookingId && overlap(one, other))
      .map((other) => ({ kind: 'overlap' as const, agenda, bookings: [one.bookingId, other.bookingId] })),
  );

/** Returns why an interval is wrong; null if it is right. */
const wrongWith = (
  taken: Taken,
  { state, changed }: Known,
  freedUpTo: string,
): AgendaProblem['kind'] | null => {
  const stands = state.status !== 'none' && state.reservationId === taken.reservationId;
  if (stands && isLive(state)) {
    return state.start === taken.start && state.end === taken.end ? null : 'elsewhere';
  }
  const left = stands || state.abandoned.includes(taken.reservationId);
  // An interval that is not secured expires by itself.
  if (left) return changed <= freedUpTo && (stands || taken.secured) ? 'not-freed' : null;
  return taken.secured ? 'without-booking' : null;
};

type Folded = {
  readonly position: string;
  readonly agendas: ReadonlyMap<string, AgendaState>;
  readonly bookings: ReadonlyMap<string, Known>;
  /** Reservations of blocked times. */
  readonly blocked: ReadonlySet<string>;
};

const foldAll = async ({ store, onProgress }: AgendasOptions): Promise<Folded> => {
  const head = await store.head();
  const agendas = new Map<string, AgendaState>();
  const bookings = new Map<string, Known>();
  const blocks = new Map<string, BlocksState>();
  let position = beginning;

  const take = (event: RecordedEvent): void => {
    const { stream } = event;
    if (stream.startsWith('agenda-')) {
      const before = agendas.get(stream) ?? agendaDecider.initialState;
      agendas.set(stream, evolveStored(agendaDecider, before, event));
    } else if (stream.startsWith('blocks-')) {
      const before = blocks.get(stream) ?? blocksDecider.initialState;
      blocks.set(stream, evolveStored(blocksDecider, before, event));
    } else if (stream.startsWith('booking-')) {
      const id = stream.slice('booking-'.length);
      const before = bookings.get(id)?.state ?? bookingDecider.initialState;
      const state = lean(evolveStored(bookingDecider, before, event));
      bookings.set(id, { state, changed: event.position });
    }
  };

  for await (const page of pagesOf(store, beginning, head)) {
    for (const event of page.events) take(event);
    ({ position } = page);
    onProgress?.({ position, head });
  }
  const standing = [...blocks.values()].flatMap((state) => state.blocks);
  const blocked = new Set(standing.map(({ reservationId }) => reservationId));
  return { position, agendas, bookings, blocked };
};

const unknown: Known = { state: bookingDecider.initialState, changed: beginning };

/** Intervals in agendas without a matching booking. */
const wrongInAgendas = (
  { agendas, bookings, blocked }: Folded,
  freedUpTo: AgendasOptions['freedUpTo'],
): AgendaProblem[] => {
  const problems: AgendaProblem[] = [];
  for (const [agenda, { taken }] of agendas) {
    problems.push(...overlapsIn(agenda, taken));
    for (const one of taken) {
      // A released blocked time counts as an unknown booking.
      if (one.holder === 'block' && blocked.has(one.reservationId)) continue;
      const kind = wrongWith(one, bookings.get(one.bookingId) ?? unknown, freedUpTo);
      if (kind) problems.push({ kind, agenda, bookings: [one.bookingId] });
    }
  }
  return problems;
};

/** Returns the bookings without their interval in an agenda. */
const notHeld = ({ agendas, bookings }: Folded): AgendaProblem[] => {
  const problems: AgendaProblem[] = [];
  for (const [id, { state }] of bookings) {
    if (!isLive(state)) continue;
    for (const occupied of agendasOccupied({ ...state, ...buffersOf(state.service) })) {
      const agenda = agendaDecider.stream(agendaId(occupied));
      const held = agendas.get(agenda)?.taken.some((one) => one.reservationId === state.reservationId);
      if (!held) problems.push({ kind: 'not-held', agenda, bookings: [id] });
    }
  }
  return problems;
};

/** Folds every agenda and booking with their deciders and compares them. */
export const verifyAgendas = async (options: AgendasOptions): Promise<AgendasReport> => {
  const folded = await foldAll(options);
  const problems = [...wrongInAgendas(folded, options.freedUpTo), ...notHeld(folded)];
  return {
    position: folded.position,
    agendas: folded.agendas.size,
    bookings: folded.bookings.size,
    problems,
  };
};
