import { checkMessages, firstAfter, isIn, type Reading } from './check-messages.ts';
import type { Facts } from './facts.ts';
import { type Entry, type Freed, historyOf, type Spell } from './history.ts';
import { isQuiet, localDay, localParts } from './rome.ts';

const minute = 60_000;
const planned: ReadonlySet<string> = new Set(['planned-reminder', 'time-offered', 'recall', 'visit-survey']);

type Interval = { readonly start: string; readonly end: string };

const meets = (one: Interval, other: Interval): boolean => one.start < other.end && other.start < one.end;

const dayOf = (proId: string, start: string): string => `${proId} ${start.slice(0, 10)}`;

/** Returns visits, and held offers, of one pro that overlap while both stand. */
const overlaps = ({ history }: Reading): string[] => {
  const held = [...history.entries.values()].flatMap(({ offers }) => offers.filter((offer) => offer.held));
  const all = [...history.spells, ...held].map((one) => ({
    ...one,
    name: 'bookingId' in one ? one.bookingId : one.offerId,
  }));
  const byDay = Map.groupBy(all, ({ proId, start }) => dayOf(proId, start));
  return [...byDay.values()].flatMap((ofDay) =>
    ofDay.flatMap((one, index) =>
      ofDay
        .slice(index + 1)
        .filter((other) => meets(one, other) && one.since < other.until && other.since < one.until)
        .map((other) => `${one.name} and ${other.name} overlap at ${one.start}`),
    ),
  );
};

/** Returns the series whose visits are not each placed once, or named as not placed, and changes without an end. */
const brokenSeries = ({ history }: Reading): string[] =>
  [...history.series.values()].flatMap(({ seriesId, planned: visits, placed, notPlaced, changing, done }) => [
    ...(done ? [] : [`series ${seriesId} is not done`]),
    ...(changing.size > 0 ? [`series ${seriesId} has a change that is not done`] : []),
    ...visits.flatMap((nth) => {
      const times = [...placed, ...notPlaced].filter((one) => one === nth).length;
      return times === 1 ? [] : [`visit ${nth} of series ${seriesId} was decided ${times} times`];
    }),
  ]);

/** Tells whether a freed time is among the wishes of an entry that waited when it became free. */
const suits = ({ weekdays, from, until, joined, ended }: Entry, { start, at }: Freed): boolean => {
  const { day, weekday } = localParts(start);
  const wanted = day >= from && day <= until && (weekdays.length === 0 || weekdays.includes(weekday));
  // A person who joined at the same instant may have come after it.
  return wanted && joined < at && ended > at;
};

/** Tells whether nothing may keep a person from an offer of a time at an instant. */
const mayBeAsked = (
  { history, spellsOf }: Reading,
  { entry, own }: { entry: Entry; own: readonly Entry[] },
  { freed, now }: { freed: Freed; now: string },
): boolean => {
  const { ended, ends, offers, pauses, patientId } = entry;
  if (ended <= now || ends <= now) return false;
  if (pauses.some((pause) => isIn(now, pause))) return false;
  if (offers.some((offer) => offer.starts.includes(freed.start) || (offer.since <= now && now < offer.until)))
    return false;
  if (history.choices.get(patientId)?.some((one) => one.stopped && isIn(now, one))) return false;
  const recent = own.flatMap((one) => one.offers).filter(({ since }) => since <= now);
  const today = localDay(now);
  if (recent.filter((offer) => localDay(offer.since) === today || localDay(offer.until) >= today).length >= 3)
    return false;
  return !spellsOf
    .get(patientId)
    ?.some((spell) => isIn(now, { from: spell.since, until: spell.until }) && meets(spell, freed));
};

/** Looks during which a person may stay unasked: a freed time is looked at every 15 minutes. */
const patience = 4;

/** Returns the freed times that were not offered although a person waited who could be asked. */
const unofferedTimes = (reading: Reading): string[] => {
  const { facts, history, spellsOf } = reading;
  const entries = [...history.entries.values()];
  const byClinic = Map.groupBy(entries, ({ clinicId }) => clinicId);
  const byPerson = Map.groupBy(entries, ({ clinicId, email }) => `${clinicId} ${email}`);
  const offers = Map.groupBy(
    entries.flatMap((entry) => entry.offers),
    ({ proId }) => proId,
  );
  const clinics = new Map(history.spells.map(({ proId, clinicId }) => [proId, clinicId]));
  return history.freed.flatMap((freed) => {
    const { proId, start, end, at } = freed;
    const waiting = (byClinic.get(clinics.get(proId) ?? '') ?? [])
      .filter((entry) => suits(entry, freed))
      .map((entry) => ({ entry, own: byPerson.get(`${entry.clinicId} ${entry.email}`) ?? [] }));
    if (waiting.length === 0) return [];
    const sameTime = [
      ...(spellsOf.get(dayOf(proId, start)) ?? []).filter((spell) => meets(spell, { start, end })),
      ...(offers.get(proId) ?? []).filter(
        (offer) => offer.starts.includes(start) || meets(offer, { start, end }),
      ),
    ];
    const missed = new Map<string, number>();
    const last = new Date(Date.parse(start) - 30 * minute).toISOString();
    for (const now of facts.looks.slice(firstAfter(facts.looks, at), firstAfter(facts.looks, last))) {
      const taken = sameTime.some((one) => isIn(now, { from: one.since, until: one.until }));
      const quiet = facts.settings.get(proId)?.mailsQuiet === true && isQuiet(now);
      for (const one of waiting) {
        const free = !taken && !quiet && mayBeAsked(reading, one, { freed, now });
        const { entryId } = one.entry;
        missed.set(entryId, free ? (missed.get(entryId) ?? 0) + 1 : 0);
        if (missed.get(entryId)! > patience)
          return [`${start} of ${proId}, free since ${at}, was not offered at ${now} to ${entryId}`];
      }
    }
    return [];
  });
};

const indexed = (spells: readonly Spell[]): Reading['spellsOf'] => {
  const index = new Map<string, Spell[]>();
  for (const spell of spells)
    for (const key of [spell.bookingId, spell.patientId, dayOf(spell.proId, spell.start)])
      index.set(key, [...(index.get(key) ?? []), spell]);
  return index;
};

/** Returns all broken rules of a simulation, as sentences; reads nothing of the product's code. */
export const check = (facts: Facts): string[] => {
  const messages = facts.messages.filter(({ template }) => planned.has(template));
  const history = historyOf(facts.events);
  const reading = { facts: { ...facts, messages }, history, spellsOf: indexed(history.spells) };
  return [
    ...checkMessages(reading),
    ...overlaps(reading),
    ...brokenSeries(reading),
    ...unofferedTimes(reading),
  ];
};
