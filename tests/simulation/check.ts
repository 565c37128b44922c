import type { Facts, PlannedMail } from './facts.ts';
import { type Entry, type Freed, type History, historyOf, type Spell } from './history.ts';
import { dueOfStep, isQuiet, localDay, localParts } from './rome.ts';

const caps = { 'planned-reminder': 2, 'time-offered': 3 } as const;
const planned = Object.keys(caps);
const minute = 60_000;

const isIn = (at: string, { from, until }: { from: string; until: string }): boolean =>
  from <= at && at < until;

const ms = (instant: string): number => Date.parse(instant);

type Reading = { readonly facts: Facts; readonly history: History };

const subjectOf = ({ history }: Reading, { template, about, at }: PlannedMail) => {
  if (template === 'time-offered') {
    const entry = history.entries.get(about);
    return entry && { ...entry, proId: entry.offers[0]?.proId ?? '' };
  }
  return history.spells.find(
    ({ bookingId, since, until }) => bookingId === about && since <= at && at < until,
  );
};

const wrongWithMail = (reading: Reading, mail: PlannedMail): string[] => {
  const { facts, history } = reading;
  const { at, template, about, eventId } = mail;
  const subject = subjectOf(reading, mail);
  if (!subject) return ['is about nothing that stands'];
  const row = facts.ledger.find(({ id }) => id === eventId);
  const stops = history.stops.get(subject.patientId) ?? [];
  const visit = template === 'planned-reminder' ? (subject as Spell).start : null;
  return [
    ...(row && at >= row.notAfter ? ['was sent after its last moment'] : []),
    ...(visit !== null && at >= visit ? ['was sent after the visit began'] : []),
    ...(facts.quietPros.has(subject.proId) && isQuiet(at) ? ['was sent in quiet hours'] : []),
    ...((history.erased.get(subject.patientId) ?? '9999') < at ? ['was sent to an erased person'] : []),
    ...(stops.some((stop) => isIn(at, stop)) ? ['was sent to a person who wants none'] : []),
  ].map((what) => `${template} about ${about} at ${at} ${what}`);
};

const doubled = ({ facts }: Reading): string[] => {
  const seen = new Set<string>();
  return facts.mails.flatMap(({ messageId }) => {
    const again = seen.has(messageId) && !facts.uncertain.has(messageId);
    seen.add(messageId);
    return again ? [`${messageId} was sent twice`] : [];
  });
};

const overCap = (reading: Reading): string[] => {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return reading.facts.mails.flatMap((mail) => {
    const { template, to, at, messageId } = mail;
    const subject = subjectOf(reading, mail);
    if (!subject || seen.has(messageId)) return [];
    seen.add(messageId);
    const key = `${template} to ${to} from ${subject.clinicId} on ${localDay(at)}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > caps[template as keyof typeof caps] ? [`${key} is over the cap`] : [];
  });
};

/** Returns the steps that were due and are in the ledger without an end, or not at all. */
const unsettledSteps = ({ facts, history }: Reading): string[] => {
  const rows = new Map(facts.ledger.map((row) => [`${row.about} ${row.visitAt} ${row.step}`, row]));
  const last = facts.looks.at(-1) ?? '';
  return history.spells.flatMap((spell) => {
    if (history.erased.has(spell.patientId)) return [];
    return (history.plans.get(spell.proId) ?? []).flatMap((plan) =>
      plan.steps.flatMap((step) => {
        const due = dueOfStep(step, spell.start, facts.quietPros.has(spell.proId));
        const from = [due, spell.since, plan.from].toSorted().at(-1) ?? '';
        const until = [spell.start, spell.until, plan.until].toSorted()[0] ?? '';
        // A look must have happened while step and visit stood, after all that had crashed.
        const looked = facts.looks.filter((look) => look > from && look < until).length;
        if (looked < 2) return [];
        const row = rows.get(`${spell.bookingId} ${spell.start} ${step}`);
        const about = `${step} of ${spell.bookingId} at ${spell.start}`;
        if (!row) return [`${about} is not in the ledger`];
        if (['waiting', 'sending'].includes(row.state))
          return row.notAfter < last ? [`${about} is still ${row.state}`] : [];
        const explained = row.reason !== null || !['skipped', 'dropped'].includes(row.state);
        return explained ? [] : [`${about} is ${row.state} without a reason`];
      }),
    );
  });
};

const meets = (one: { start: string; end: string }, other: { start: string; end: string }): boolean =>
  one.start < other.end && other.start < one.end;

/** Returns visits, and held offers, of one pro that overlap while both stand. */
const overlaps = ({ history }: Reading): string[] => {
  const held = [...history.entries.values()].flatMap(({ offers }) => offers.filter((offer) => offer.held));
  const all = [...history.spells, ...held].map((one) => ({
    ...one,
    name: 'bookingId' in one ? one.bookingId : one.offerId,
  }));
  const byPro = Map.groupBy(all, ({ proId, start }) => `${proId} ${start.slice(0, 10)}`);
  return [...byPro.values()].flatMap((ofDay) =>
    ofDay.flatMap((one, index) =>
      ofDay
        .slice(index + 1)
        .filter((other) => meets(one, other) && one.since < other.until && other.since < one.until)
        .map((other) => `${one.name} and ${other.name} overlap at ${one.start}`),
    ),
  );
};

/** Tells whether nothing may keep a person from an offer of a time at an instant. */
const mayBeAsked = (reading: Reading, entry: Entry, { start, end, at }: Freed, now: string): boolean => {
  const { history } = reading;
  const { weekdays, from, until, joined, ended, ends, offers, pauses, patientId } = entry;
  const { day, weekday } = localParts(start);
  const suits = day >= from && day <= until && (weekdays.length === 0 || weekdays.includes(weekday));
  if (!suits || joined > at || ended <= now || ends <= now) return false;
  if (pauses.some((pause) => isIn(now, pause)) || offers.some((offer) => offer.starts.includes(start)))
    return false;
  if (offers.some((offer) => isIn(now, { from: offer.since, until: offer.until }))) return false;
  if ((history.stops.get(patientId) ?? []).some((stop) => isIn(now, stop))) return false;
  const own = [...history.entries.values()].filter(
    ({ clinicId, email }) => clinicId === entry.clinicId && email === entry.email,
  );
  const recent = own.flatMap((one) => one.offers).filter(({ since }) => since <= now);
  const today = localDay(now);
  if (recent.filter((offer) => localDay(offer.since) === today || localDay(offer.until) >= today).length >= 3)
    return false;
  return !history.spells.some(
    (spell) =>
      spell.patientId === patientId &&
      isIn(now, { from: spell.since, until: spell.until }) &&
      meets(spell, { start, end }),
  );
};

/** Looks during which a person may stay unasked: a freed time is looked at every 15 minutes. */
const patience = 4;

/** Returns the freed times that were not offered although a person waited who could be asked. */
const unofferedTimes = (reading: Reading): string[] => {
  const { facts, history } = reading;
  const offers = [...history.entries.values()].flatMap((entry) => entry.offers);
  return history.freed.flatMap((freed) => {
    const { proId, start, end, at } = freed;
    const clinicId = history.spells.find((spell) => spell.proId === proId)?.clinicId;
    const waiting = [...history.entries.values()].filter((entry) => entry.clinicId === clinicId);
    const sameTime = [
      ...history.spells.filter((spell) => spell.proId === proId && meets(spell, { start, end })),
      ...offers.filter(
        (offer) => offer.proId === proId && (offer.starts.includes(start) || meets(offer, { start, end })),
      ),
    ];
    const missed = new Map<string, number>();
    for (const now of facts.looks) {
      if (now <= at || ms(now) > ms(start) - 30 * minute) continue;
      const taken = sameTime.some((one) => isIn(now, { from: one.since, until: one.until }));
      const quiet = facts.quietPros.has(proId) && isQuiet(now);
      for (const entry of waiting) {
        const free = !taken && !quiet && mayBeAsked(reading, entry, freed, now);
        const times = free ? (missed.get(entry.entryId) ?? 0) + 1 : 0;
        missed.set(entry.entryId, times);
        if (times > patience)
          return [`${start} of ${proId}, free since ${at}, was not offered at ${now} to ${entry.entryId}`];
      }
    }
    return [];
  });
};

/** Returns all broken rules of a simulation, as sentences; reads nothing of the product's code. */
export const check = (facts: Facts): string[] => {
  const mails = facts.mails.filter(({ template }) => planned.includes(template));
  const whole = { ...facts, mails };
  const reading = { facts: whole, history: historyOf(facts.events) };
  return [
    ...mails.flatMap((mail) => wrongWithMail(reading, mail)),
    ...doubled(reading),
    ...overCap(reading),
    ...unsettledSteps(reading),
    ...overlaps(reading),
    ...unofferedTimes(reading),
  ];
};
