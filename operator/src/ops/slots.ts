import { text } from 'node:stream/consumers';
import { blockersOf, type Blocker } from '@visita/contracts/availability/blockers';
import { explainSlots } from '@visita/contracts/availability/explain';
import { offeredSlots } from '@visita/contracts/availability/slots';
import { createZone, type Zone } from '@visita/contracts/availability/zones';
import { z } from 'zod';
import { BadRequest, defineOperation } from './frame.ts';
import { slotDocument, type SlotDocument } from './slot-document.ts';
import { explanationOf, sentencesOf } from './slot-reasons.ts';

export const slotsHelp = `Usage: npm run --silent ops -- slots [--explain] [--words] < document.json

Reads one JSON document, or an array of them, on standard input and prints the times the product would offer:
{ "<date>": ["HH:mm", ...] }, or an array of such answers. Without --silent npm prints a banner first.

  --explain  for each date: what is offered, and each refused candidate with its reasons
  --words    the same explanation as sentences, a line for each candidate

The document:
  clinic_timezone       IANA zone, such as "Europe/Rome"
  now                   instant with Z or offset
  dates                 ["YYYY-MM-DD", ...]; the answer keeps their order
  horizon_days          days after today that are open (30 when left out)
  hub_id, pro_id        hub and professional of the slots
  service_duration_min  whole minutes
  availabilities        [{ working_day 1-7 (8 Monday to Friday, 9 every day), starting_hour, ending_hour }]
  bookings              [{ id, hub_id, pro_id, start, end (instants), hold_until?,
                           status: confirmed | pending_confirmation | orfan | deleted }]
  closings, vacations   [{ id?, hub_id?, starting_date, ending_date (clinic wall clock, or instants) }]
  exclude_booking_id    the booking being moved (may be left out)

All of these may be left out:
  service_step_min      minutes between candidates, from each window's start (the duration when left out)
  service_buffer_before_min, service_buffer_after_min
                        minutes that a visit occupies before its start and after its end
  bookings[].buffer_before_min, bookings[].buffer_after_min
                        the same for a booking
  notice_hours          hours between now and the first start
  blocks                [{ id?, start, end (instants) }]: the professional is busy
  day_hours             [{ date, windows: [{ starting_hour, ending_hour }] }]: replaces the week's hours of that
                        date, no windows: closed
  availabilities[].from, availabilities[].until
                        first and last date on which a row counts
  availabilities[].every_weeks, availabilities[].anchor_monday
                        a row counts in every n-th week from the anchor's week
  gapless               true: also starts at the end of a neighbour, and none that leaves a gap too short for
  shortest_service_min  the shortest service (the duration when left out)

Exits with 2 and prints nothing on standard output when the input is not such a document.
`;

const documents = z.array(slotDocument);

/** Standard input is not a slot document; the message says where. */
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

/** Converts text to epoch ms: an instant as it is, local time by the given function. */
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
    bookings: document.bookings.map(
      ({ pro_id, hold_until, buffer_before_min, buffer_after_min, ...booking }) => ({
        ...booking,
        proId: pro_id,
        holdUntil: hold_until ?? null,
        bufferBefore: buffer_before_min,
        bufferAfter: buffer_after_min,
      }),
    ),
    blocks: document.blocks.map(({ id, ...block }, index) => ({ ...block, id: id ?? `block ${index + 1}` })),
    closings: periods('closing', document.closings),
    vacations: periods('vacation', document.vacations),
    excludeBookingId: document.exclude_booking_id ?? null,
  });
};

const dayWindowOf = ({ starting_hour, ending_hour }: { starting_hour: string; ending_hour: string }) => ({
  startingHour: starting_hour,
  endingHour: ending_hour,
});

const serviceOf = (document: SlotDocument) => ({
  durationMinutes: document.service_duration_min,
  stepMinutes: document.service_step_min ?? null,
  bufferBefore: document.service_buffer_before_min,
  bufferAfter: document.service_buffer_after_min,
  noticeHours: document.notice_hours,
  gapless: document.gapless
    ? { shortestMinutes: document.shortest_service_min ?? document.service_duration_min }
    : null,
});

const questionOf = (document: SlotDocument) => {
  const zone = createZone(document.clinic_timezone);
  return {
    zone,
    now: document.now,
    dates: document.dates,
    horizonDays: document.horizon_days,
    ...serviceOf(document),
    windows: document.availabilities.map((row) => ({
      ...dayWindowOf(row),
      workingDay: row.working_day,
      validFrom: row.from ?? null,
      validUntil: row.until ?? null,
      everyWeeks: row.every_weeks ?? null,
      anchorMonday: row.anchor_monday ?? null,
    })),
    dayHours: document.day_hours.map(({ date, windows }) => ({ date, windows: windows.map(dayWindowOf) })),
    busy: blockersIn(document, zone),
  };
};

const explain = (document: SlotDocument) => {
  const question = questionOf(document);
  return Object.fromEntries(
    Object.entries(explainSlots(question)).map(([date, candidates]) => [
      date,
      explanationOf(question.zone, candidates),
    ]),
  );
};

const inWords = (document: SlotDocument): string[] => {
  const question = questionOf(document);
  return Object.entries(explainSlots(question)).flatMap(([date, candidates]) =>
    sentencesOf(question.zone, date, candidates),
  );
};

/** Answers the documents in the input. Throws with the paths of errors if one is invalid. */
export const answerSlots = (input: string, options: { explain: boolean }): unknown => {
  const json = parseJson(input);
  const answers = parseDocuments(json).map((document) =>
    options.explain ? explain(document) : offeredSlots(questionOf(document)),
  );
  return Array.isArray(json) ? answers : answers[0];
};

/** Explains why each candidate is offered or not, one line each. Throws like {@link answerSlots}. */
export const sayWhy = (input: string): string => parseDocuments(parseJson(input)).flatMap(inWords).join('\n');

/** `ops slots`: reads standard input, writes standard output; the exit code. */
export const runSlots = defineOperation({
  help: slotsHelp,
  options: {
    explain: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
  },
  run: async ({ values }) => {
    try {
      const input = await text(process.stdin);
      const answer = answerSlots(input, { explain: values.explain });
      return { answer, text: values.words ? sayWhy(input) : JSON.stringify(answer, null, 2) };
    } catch (error) {
      throw error instanceof BadInput ? new BadRequest(error.message) : error;
    }
  },
});
