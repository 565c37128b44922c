import type { RecordedEvent } from '@visita/contracts/envelope';
import { erased } from '@visita/contracts/event';
import { agendaDecider, type AgendaState, overlap } from '@visita/command-service/agenda/decider';
import { blocksDecider, type BlocksState } from '@visita/command-service/block/decider';
import { bookingDecider, type BookingState } from '@visita/command-service/booking/decider';
import { agendaDays, agendaId, buffersOf } from '@visita/command-service/booking/reserve';
import { evolveStored } from '@visita/platform/runtime/states';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning, type EventStore } from '@visita/platform/event-store/port';

/** What is wrong with a professional's day. Ids only. */
export type AgendaProblem = {
  readonly kind:
    /** Two bookings at once. */
    | 'overlap'
    /** A secured interval that no booking stands on. */
    | 'without-booking'
    /** An interval of a booking that ended or moved, which should have been freed by now. */
    | 'not-freed'
    /** A live booking whose interval is not held: somebody else could take it. */
    | 'not-held'
    /** A booking whose interval is held at another time. */
    | 'elsewhere';
  /** `agenda-<pro>_<day>`. */
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
  /** How far the process has come that frees intervals; what ended after is not held against it. */
  readonly freedUpTo: string;
  onProgress?(progress: { position: string; head: string }): void;
};

type Taken = AgendaState['taken'][number];
type Known = { readonly state: BookingState; readonly changed: string };

/** Nothing here asks what was typed, and there may be many. */
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

/** Why an interval should not be held as it is; null where it may be. */
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
  // One that is not secured ends with the next taker.
  if (left) return changed <= freedUpTo && (stands || taken.secured) ? 'not-freed' : null;
  return taken.secured ? 'without-booking' : null;
};

type Folded = {
  readonly position: string;
  readonly agendas: ReadonlyMap<string, AgendaState>;
  readonly bookings: ReadonlyMap<string, Known>;
  /** Reservations on which a blocked time stands. */
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

/** What agendas hold that no booking has. */
const wrongInAgendas = (
  { agendas, bookings, blocked }: Folded,
  freedUpTo: AgendasOptions['freedUpTo'],
): AgendaProblem[] => {
  const problems: AgendaProblem[] = [];
  for (const [agenda, { taken }] of agendas) {
    problems.push(...overlapsIn(agenda, taken));
    for (const one of taken) {
      // A blocked time that was given back counts as a booking that nobody knows.
      if (one.holder === 'block' && blocked.has(one.reservationId)) continue;
      const kind = wrongWith(one, bookings.get(one.bookingId) ?? unknown, freedUpTo);
      if (kind) problems.push({ kind, agenda, bookings: [one.bookingId] });
    }
  }
  return problems;
};

/** What bookings have that no agenda holds. */
const notHeld = ({ agendas, bookings }: Folded): AgendaProblem[] => {
  const problems: AgendaProblem[] = [];
  for (const [id, { state }] of bookings) {
    if (!isLive(state)) continue;
    for (const day of agendaDays({ ...state, ...buffersOf(state.service) })) {
      const agenda = agendaDecider.stream(agendaId(state.proId, day));
      const held = agendas.get(agenda)?.taken.some((one) => one.reservationId === state.reservationId);
      if (!held) problems.push({ kind: 'not-held', agenda, bookings: [id] });
    }
  }
  return problems;
};

/** Folds every agenda and booking as they decide, and holds them against each other. */
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
