import { text } from 'node:stream/consumers';
import { blockersOf, type Blocker } from '@visita/contracts/availability/blockers';
import { explainSlots, type Candidate, type Refusal } from '@visita/contracts/availability/explain';
import { offeredSlots } from '@visita/contracts/availability/slots';
import { createZone, type Zone } from '@visita/contracts/availability/zones';
import { z } from 'zod';
import { BadRequest, defineOperation } from './frame.ts';
import { slotDocument, type SlotDocument } from './slot-document.ts';

/** What `ops slots --help` prints. */
export const slotsHelp = `Usage: npm run --silent ops -- slots [--explain] < document.json

Reads one JSON document, or an array of them, on standard input and prints the times the product would offer:
{ "<date>": ["HH:mm", ...] }, or an array of such answers. Without --silent npm prints a banner first.

  --explain  for each date: what is offered, and each refused candidate with all that blocks it

The document:
  clinic_timezone       IANA zone, such as "Europe/Rome"
  now                   instant with Z or offset
  dates                 ["YYYY-MM-DD", ...]; the answer keeps their order
  horizon_days          days after today that are open (30 when left out)
  hub_id, pro_id        whose slots
  service_duration_min  whole minutes
  availabilities        [{ working_day 1-7 (8 Monday to Friday, 9 every day), starting_hour, ending_hour }]
  bookings              [{ id, hub_id, pro_id, start, end (instants), hold_until?,
                           status: confirmed | pending_confirmation | orfan | deleted }]
  closings, vacations   [{ id?, hub_id?, starting_date, ending_date (clinic wall clock, or instants) }]
  exclude_booking_id    the booking being moved (may be left out)

Exits with 2 and prints nothing on standard output when the input is no such document.
`;

const documents = z.array(slotDocument);

/** Standard input that is no slot document; the message says where. */
class BadInput extends Error {}

const parseJson = (input: string): unknown => {
  try {
    return JSON.parse(input);
  } catch (error) {
    throw new BadInput(
      `standard input is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};

const parseDocuments = (input: unknown): SlotDocument[] => {
  const several = Array.isArray(input);
  const parsed = documents.safeParse(several ? input : [input]);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => {
    const place = (several ? path : path.slice(1)).map((key) =>
      typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
    );
    return `${place.join('').replace(/^\./, '') || 'the document'}: ${message}`;
  });
  throw new BadInput(lines.join('\n'));
};

/** Epoch ms of what was written: an instant as it stands, a wall clock by the reading given. */
const instantOf = (written: string, wall: (written: string) => number): number =>
  /(Z|[+-]\d{2}:\d{2})$/.test(written) ? Date.parse(written) : wall(written);

const blockersIn = (document: SlotDocument, zone: Zone): Blocker[] => {
  const periods = (kind: 'closing' | 'vacation', given: SlotDocument['closings']) =>
    given.map(({ id, hub_id, starting_date, ending_date }, index) => ({
      id: id ?? `${kind} ${index + 1}`,
      hubId: hub_id ?? null,
      start: instantOf(starting_date, zone.toMs),
      end: instantOf(ending_date, zone.endMs),
    }));
  return blockersOf({
    now: document.now,
    proId: document.pro_id,
    hubId: document.hub_id,
    bookings: document.bookings.map(({ pro_id, hold_until, ...booking }) => ({
      ...booking,
      proId: pro_id,
      holdUntil: hold_until ?? null,
    })),
    closings: periods('closing', document.closings),
    vacations: periods('vacation', document.vacations),
    excludeBookingId: document.exclude_booking_id ?? null,
  });
};

const questionOf = (document: SlotDocument) => {
  const zone = createZone(document.clinic_timezone);
  return {
    zone,
    now: document.now,
    dates: document.dates,
    horizonDays: document.horizon_days,
    durationMinutes: document.service_duration_min,
    windows: document.availabilities.map(({ working_day, starting_hour, ending_hour }) => ({
      workingDay: working_day,
      startingHour: starting_hour,
      endingHour: ending_hour,
    })),
    busy: blockersIn(document, zone),
  };
};

const blockOf = (zone: Zone, refusal: Refusal<Blocker>): Record<string, string> => {
  switch (refusal.reason) {
    case 'busy': {
      const { kind, id, start, end } = refusal.busy;
      return { reason: kind, id, from: zone.offsetIso(start), to: zone.offsetIso(end) };
    }
    case 'outside_hours':
      return { reason: refusal.reason, closes: zone.offsetIso(refusal.closes) };
    case 'beyond_horizon':
      return { reason: refusal.reason, last_day: refusal.lastDay };
    case 'past':
    case 'ambiguous_time':
      return { reason: refusal.reason };
  }
};

const explanationOf = (zone: Zone, candidates: readonly Candidate<Blocker>[]) => ({
  offered: candidates.filter(({ refusals }) => refusals.length === 0).map(({ time }) => time),
  refused: candidates
    .filter(({ refusals }) => refusals.length > 0)
    .map(({ start, time, refusals }) => ({
      time,
      start: zone.offsetIso(start),
      blocked_by: refusals.map((refusal) => blockOf(zone, refusal)),
    })),
  ...(candidates.length === 0 && { note: 'no working hours on this date' }),
});

const explain = (document: SlotDocument) => {
  const question = questionOf(document);
  return Object.fromEntries(
    Object.entries(explainSlots(question)).map(([date, candidates]) => [
      date,
      explanationOf(question.zone, candidates),
    ]),
  );
};

/** The answers to what was read, as printed. Throws with the places that are wrong when it is no document. */
export const answerSlots = (input: string, options: { explain: boolean }): unknown => {
  const json = parseJson(input);
  const answers = parseDocuments(json).map((document) =>
    options.explain ? explain(document) : offeredSlots(questionOf(document)),
  );
  return Array.isArray(json) ? answers : answers[0];
};

/** `ops slots`: from standard input to standard output; the exit code. */
export const runSlots = defineOperation({
  help: slotsHelp,
  options: { explain: { type: 'boolean', default: false } },
  run: async ({ values }) => {
    try {
      const answer = answerSlots(await text(process.stdin), { explain: values.explain });
      return { answer, text: JSON.stringify(answer, null, 2) };
    } catch (error) {
      throw error instanceof BadInput ? new BadRequest(error.message) : error;
    }
  },
});
