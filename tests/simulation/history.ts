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

export type Recall = {
  readonly recallId: string;
  readonly proId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly since: string;
  until: string;
};

export type Series = {
  readonly seriesId: string;
  readonly planned: readonly number[];
  readonly placed: number[];
  readonly notPlaced: number[];
  /** Changes that were planned and not reported. */
  readonly changing: Set<string>;
  done: boolean;
};

/** A step of a plan, named as in the ledger. */
export type Step = { readonly name: string; readonly channel: string };

type Span = { readonly from: string; until: string };
export type Choices = Span & {
  readonly texts: boolean;
  readonly stopped: boolean;
  readonly recalls: boolean;
};
export type Plan = Span & { readonly steps: readonly Step[] };

export const never = '9999';

type Ids = Record<
  | 'bookingId'
  | 'proId'
  | 'clinicId'
  | 'patientId'
  | 'entryId'
  | 'offerId'
  | 'recallId'
  | 'seriesId'
  | 'changeId',
  string
>;
type Interval = { start: string; end: string };
type Data = Ids & Interval & Record<string, unknown>;

const replaceLast = <One extends Span>(all: Map<string, One[]>, id: string, next: One): void => {
  const known = all.get(id) ?? [];
  const last = known.at(-1);
  if (last) last.until = next.from;
  all.set(id, [...known, next]);
};

const entryOf = (data: Data, time: string): Entry => {
  const { entryId, clinicId, patientId } = data;
  const { weekdays, from, until, ends } = data as unknown as Entry;
  const { email = '' } = data['contact'] as { email?: string };
  const life = { joined: time, ended: never, offers: [], pauses: [] };
  return { entryId, clinicId, patientId, email, weekdays, from, until, ends, ...life };
};

const offerOf = (data: Data, time: string): Offer | null => {
  const times = data['times'] as (Interval & { proId: string })[];
  const [first] = times;
  if (!first) return null;
  const { offerId, entryId } = data;
  const { proId, start, end } = first;
  const held = data['reservationId'] !== null;
  const starts = times.map((one) => one.start);
  return {
    offerId,
    entryId,
    proId,
    starts,
    start,
    end,
    held,
    since: time,
    until: data['deadline'] as string,
  };
};

const createHistory = () => {
  const spells: Spell[] = [];
  const current = new Map<string, Spell>();
  const entries = new Map<string, Entry>();
  const freed: Freed[] = [];
  const erased = new Map<string, string>();
  const choices = new Map<string, Choices[]>();
  const plans = new Map<string, Plan[]>();
  const recalls = new Map<string, Recall>();
  const series = new Map<string, Series>();

  const begin = (data: Data, time: string): void => {
    const { bookingId, proId, clinicId, patientId, start, end } = data;
    const spell = { bookingId, proId, clinicId, patientId, start, end, since: time, until: never };
    spells.push(spell);
    current.set(bookingId, spell);
  };
  const finish = ({ bookingId }: Data, time: string): void => {
    const spell = current.get(bookingId);
    if (!spell) return;
    spell.until = time;
    freed.push({ proId: spell.proId, start: spell.start, end: spell.end, at: time });
    current.delete(bookingId);
  };
  const endOffer = ({ entryId, offerId }: Data, time: string): void => {
    const offer = entries.get(entryId)?.offers.find((one) => one.offerId === offerId);
    if (offer && offer.until > time) offer.until = time;
  };

  const on: Record<string, (data: Data, time: string) => void> = {
    BookingPlaced: (data, time) => {
      begin(data, time);
      const placed = data['series'] as { seriesId: string; nth: number } | undefined;
      if (placed) series.get(placed.seriesId)?.placed.push(placed.nth);
    },
    BookingMoved: (data, time) => {
      finish(data, time);
      begin(data, time);
    },
    BookingCancelled: finish,
    PatientErasureRequested: ({ patientId }, time) => void erased.set(patientId, time),
    PatientMessagesChosen: (data, time) =>
      replaceLast(choices, data.patientId, { ...(data as unknown as Choices), from: time, until: never }),
    ReminderPlanSet: (data, time) => {
      const steps = (data['steps'] as { before: string; at: string | null; channel: string }[]).map(
        ({ before, at, channel }) => ({ name: at === null ? before : `${before}@${at}`, channel }),
      );
      replaceLast(plans, data.proId, { from: time, until: never, steps });
    },
    WaitingJoined: (data, time) => void entries.set(data.entryId, entryOf(data, time)),
    WaitingEnded: ({ entryId }, time) => {
      const entry = entries.get(entryId);
      if (entry) entry.ended = time;
    },
    WaitingPaused: (data, time) =>
      void entries.get(data.entryId)?.pauses.push({ from: time, until: data['until'] as string }),
    OfferMade: (data, time) => {
      const offer = offerOf(data, time);
      if (offer) entries.get(data.entryId)?.offers.push(offer);
    },
    OfferTaken: endOffer,
    OfferDeclined: endOffer,
    OfferLapsed: endOffer,
    OfferWithdrawn: endOffer,
    RecallMade: ({ recallId, proId, clinicId, patientId, ...data }, time) =>
      void recalls.set(recallId, {
        recallId,
        proId,
        clinicId,
        patientId,
        since: time,
        until: data['until'] as string,
      }),
    RecallEnded: ({ recallId }, time) => {
      const recall = recalls.get(recallId);
      if (recall) recall.until = time;
    },
    SeriesPlanned: ({ seriesId, ...data }) => {
      const planned = (data['visits'] as { nth: number }[]).map(({ nth }) => nth);
      const life = { placed: [], notPlaced: [], changing: new Set<string>(), done: false };
      series.set(seriesId, { seriesId, planned, ...life });
    },
    SeriesVisitNotPlaced: ({ seriesId, ...data }) =>
      void series.get(seriesId)?.notPlaced.push(data['nth'] as number),
    SeriesPlaced: ({ seriesId }) => {
      const one = series.get(seriesId);
      if (one) one.done = true;
    },
    SeriesChangePlanned: ({ seriesId, changeId }) => void series.get(seriesId)?.changing.add(changeId),
    SeriesChanged: ({ seriesId, changeId }) => void series.get(seriesId)?.changing.delete(changeId),
  };
  return { on, history: { spells, entries, freed, erased, choices, plans, recalls, series } };
};
export type History = ReturnType<typeof createHistory>['history'];

/** Events that the checker reads. */
export const readTypes: ReadonlySet<string> = new Set(Object.keys(createHistory().on));

/** Folds the events to the lives of visits, entries, offers, recalls and series, without the product's code. */
export const historyOf = (events: readonly Fact[]): History => {
  const { on, history } = createHistory();
  for (const { type, time, data } of events) on[type]?.(data as Data, time);
  return history;
};
