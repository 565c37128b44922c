import type { Facts, SentMessage } from './facts.ts';
import { type History, never, type Spell } from './history.ts';
import { dueOfStep, isQuiet, localDay } from './rome.ts';

/** A whole simulation with its history. */
export type Reading = {
  readonly facts: Facts;
  readonly history: History;
  /** Spells of a booking, of a patient, and of a pro's day (`<proId> <UTC day>`). */
  readonly spellsOf: ReadonlyMap<string, readonly Spell[]>;
};

export const isIn = (at: string, { from, until }: { from: string; until: string }): boolean =>
  from <= at && at < until;

/** Returns the index of the first of some sorted instants that is after another one. */
export const firstAfter = (instants: readonly string[], at: string): number => {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instants[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
};

const hour = 3_600_000;
const later = (instant: string, hours: number): string =>
  new Date(Date.parse(instant) + hours * hour).toISOString();

type Subject = { readonly proId: string; readonly clinicId: string; readonly patientId: string };

const standing = ({ spellsOf }: Reading, bookingId: string, at: string): Spell | undefined =>
  spellsOf.get(bookingId)?.find(({ since, until }) => since <= at && at < until);

const subjectOf = (reading: Reading, { template, about, at }: SentMessage): Subject | undefined => {
  const { entries, recalls } = reading.history;
  if (template === 'time-offered') {
    const entry = entries.get(about);
    return entry && { ...entry, proId: entry.offers[0]?.proId ?? '' };
  }
  if (template !== 'recall') return standing(reading, about, at);
  const recall = recalls.get(about);
  return recall && isIn(at, { from: recall.since, until: recall.until }) ? recall : undefined;
};

/** Returns the broken rules of the time at which a message may be sent. */
const wrongTime = (
  reading: Reading,
  { at, template, about, by }: SentMessage,
  { proId }: Subject,
): string[] => {
  const visit = standing(reading, about, at);
  const quiet = (by === 'sms' || reading.facts.settings.get(proId)?.mailsQuiet === true) && isQuiet(at);
  const isReminder = template === 'planned-reminder';
  const survey = template === 'visit-survey' && visit;
  return [
    ...(isReminder && visit && at >= visit.start ? ['was sent after the visit began'] : []),
    ...(survey && at < later(survey.end, 2) ? ['was sent before the visit had ended'] : []),
    ...(survey && at >= later(survey.end, 72) ? ['was sent too long after the visit'] : []),
    ...(quiet ? ['was sent in quiet hours'] : []),
  ];
};

/** Returns the broken rules of the person who got a message. */
const wrongPerson = (
  { history, spellsOf }: Reading,
  { at, template, by }: SentMessage,
  subject: Subject,
): string[] => {
  const { patientId, proId } = subject;
  const chosen = history.choices.get(patientId)?.find((one) => isIn(at, one));
  const booked = spellsOf
    .get(patientId)
    ?.some((one) => one.proId === proId && one.start > at && one.since <= at && at < one.until);
  const isRecall = template === 'recall';
  return [
    ...((history.erased.get(patientId) ?? never) < at ? ['was sent to an erased person'] : []),
    ...(chosen?.stopped ? ['was sent to a person who wants none'] : []),
    ...(by === 'sms' && !chosen?.texts ? ['was sent to a person who wants no texts'] : []),
    ...(isRecall && chosen?.recalls === false ? ['was sent to a person who wants no invitation'] : []),
    ...(isRecall && booked ? ['was sent to a person who has booked'] : []),
  ];
};

const wrongMessages = (reading: Reading): string[] => {
  const rows = new Map(reading.facts.ledger.map((row) => [row.id, row]));
  return reading.facts.messages.flatMap((message) => {
    const { at, template, about, eventId, by } = message;
    const subject = subjectOf(reading, message);
    const row = rows.get(eventId);
    const wrong = subject
      ? [...wrongTime(reading, message, subject), ...wrongPerson(reading, message, subject)]
      : ['is about nothing that stands'];
    if (row && at >= row.notAfter) wrong.push('was sent after its last moment');
    return wrong.map((problem) => `${template} by ${by} about ${about} at ${at} ${problem}`);
  });
};

const doubled = ({ facts }: Reading): string[] => {
  const seen = new Set<string>();
  return facts.messages.flatMap(({ messageId }) => {
    const again = seen.has(messageId) && !facts.uncertain.has(messageId);
    seen.add(messageId);
    return again ? [`${messageId} was sent twice`] : [];
  });
};

/** Returns the names of the caps that count a message, with their figures. */
const capsOf = ({ facts }: Reading, message: SentMessage, subject: Subject): [string, number][] => {
  const { template, at, by, failed } = message;
  const { patientId, clinicId, proId } = subject;
  // A text that did not reach its phone costs, but the person got nothing.
  const daily = failed ? undefined : { 'planned-reminder': 2, 'time-offered': 3 }[template];
  const inDay = `${template} to ${patientId} from ${clinicId} on ${localDay(at)}`;
  const inMonth = `texts of ${proId} in ${at.slice(0, 7)}`;
  const texts = facts.settings.get(proId)?.textsPerMonth;
  return [
    ...(daily === undefined ? [] : [[inDay, daily] as [string, number]]),
    ...(by === 'mail' || texts === undefined ? [] : [[inMonth, texts] as [string, number]]),
  ];
};

const overCap = (reading: Reading): string[] => {
  const sent = new Map<string, string[]>();
  const seen = new Set<string>();
  return reading.facts.messages.flatMap((message) => {
    const subject = subjectOf(reading, message);
    if (!subject || seen.has(message.messageId)) return [];
    seen.add(message.messageId);
    return capsOf(reading, message, subject).flatMap(([cap, most]) => {
      const all = [...(sent.get(cap) ?? []), `${message.by} ${message.eventId} at ${message.at}`];
      sent.set(cap, all);
      return all.length > most ? [`${cap}: ${all.join(', ')} are over the cap`] : [];
    });
  });
};

/** Returns recalls and surveys that a person got although another one was open or recent. */
const tooSoon = (reading: Reading): string[] => {
  const last = new Map<string, string>();
  const { recalls } = reading.history;
  return reading.facts.messages.flatMap((message) => {
    const { template, about, at, messageId } = message;
    if (template !== 'recall' && template !== 'visit-survey') return [];
    const subject = subjectOf(reading, message);
    if (!subject) return [];
    const key = `${template} of ${subject.proId} to ${subject.patientId}`;
    const before = last.get(key);
    const ends = template === 'recall' ? (recalls.get(about)?.until ?? at) : later(at, 30 * 24 - 1);
    last.set(key, ends);
    const again = before !== undefined && before > at && !reading.facts.uncertain.has(messageId);
    return again ? [`${key} at ${at} came too soon after another one`] : [];
  });
};

/** Returns whether all pollers looked twice between two instants. */
const looked = ({ facts: { looks } }: Reading, from: string, until: string): boolean =>
  (looks[firstAfter(looks, from) + 1] ?? never) < until;

/** Returns the steps and surveys that were due and are not in the ledger. */
const missing = (reading: Reading): string[] => {
  const { facts, history } = reading;
  const rows = new Set(facts.ledger.map((row) => `${row.purpose} ${row.about} ${row.visitAt} ${row.step}`));
  return history.spells.flatMap((spell) => {
    const { bookingId, start, end, since, until, proId, patientId } = spell;
    if (history.erased.has(patientId)) return [];
    const settings = facts.settings.get(proId);
    const steps = (history.plans.get(proId) ?? []).flatMap((plan) => {
      if (plan.until <= since || plan.from >= start || plan.from >= until) return [];
      return plan.steps.flatMap(({ name, channel }) => {
        const due = dueOfStep(name, start, channel !== 'mail' || settings?.mailsQuiet === true);
        const from = [due, since, plan.from].toSorted().at(-1) ?? '';
        const last = [start, until, plan.until].toSorted()[0] ?? '';
        const known = rows.has(`reminder ${bookingId} ${start} ${name}`);
        return known || !looked(reading, from, last) ? [] : [`${name} of ${bookingId} at ${start}`];
      });
    });
    const asked =
      settings?.surveys === true && until === never && looked(reading, later(end, 2), later(end, 24));
    const survey = !asked || rows.has(`survey ${bookingId} null null`) ? [] : [`the survey of ${bookingId}`];
    return [...steps, ...survey].map((what) => `${what} is not in the ledger`);
  });
};

/** Returns the messages of the ledger that have not ended in time, or ended without a reason. */
const unsettled = ({ facts }: Reading): string[] => {
  const last = facts.looks.at(-1) ?? '';
  return facts.ledger.flatMap(({ purpose, about, step, state, reason, notAfter }) => {
    const open = ['waiting', 'sending'].includes(state) && notAfter < last;
    const unexplained = ['skipped', 'dropped'].includes(state) && reason === null;
    const name = `${purpose} ${step ?? ''} of ${about}`;
    return [
      ...(open ? [`${name} is still ${state}`] : []),
      ...(unexplained ? [`${name} is ${state} without a reason`] : []),
    ];
  });
};

/** Returns the recalls that were made and are not in the ledger. */
const forgottenRecalls = ({ facts, history }: Reading): string[] => {
  const rows = new Set(facts.ledger.map(({ id }) => id));
  return [...history.recalls.values()].flatMap(({ recallId, patientId }) =>
    rows.has(recallId) || history.erased.has(patientId) ? [] : [`recall ${recallId} is not in the ledger`],
  );
};

/** Returns the broken rules of planned messages. */
export const checkMessages = (reading: Reading): string[] => [
  ...wrongMessages(reading),
  ...doubled(reading),
  ...overCap(reading),
  ...tooSoon(reading),
  ...missing(reading),
  ...unsettled(reading),
  ...forgottenRecalls(reading),
];
