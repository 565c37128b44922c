import { z } from 'zod';
import { createYield } from '../async/event-loop.ts';

/** Values that are parsed and written without yielding, which takes a fraction of a millisecond. */
const atOnce = 2_000;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the number of nested values, counting no further than {@link atOnce}. */
const weightOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    weight += weightOf(part);
    if (weight > atOnce) break;
  }
  return weight;
};

const isLarge = (value: unknown): boolean => weightOf(value) > atOnce;

/** Yields slices of a list, each small enough to be written without yielding. */
function* partsOf(list: readonly unknown[]): Generator<readonly unknown[]> {
  let part: unknown[] = [];
  let room = atOnce;
  for (const entry of list) {
    const weight = weightOf(entry);
    if (weight > room && part.length > 0) {
      yield part;
      part = [];
      room = atOnce;
    }
    part.push(entry);
    room -= weight;
  }
  yield part;
}

const textOf = (schema: z.ZodType, entries: readonly unknown[]): string =>
  JSON.stringify(entries.map((entry) => schema.parse(entry))).slice(1, -1);

/** Yields the JSON of a value, parsed by its schema in pieces if large. */
function* piecesOf(schema: z.ZodType, value: unknown): Generator<string> {
  if (schema instanceof z.ZodArray && Array.isArray(value) && isLarge(value)) {
    const element = schema.element as z.ZodType;
    let before = '[';
    for (const part of partsOf(value)) {
      yield before;
      if (part.length === 1) yield* piecesOf(element, part[0]);
      else yield textOf(element, part);
      before = ',';
    }
    yield ']';
  } else if (schema instanceof z.ZodObject && isFields(value) && isLarge(value)) {
    let before = '{';
    for (const [name, field] of Object.entries(schema.shape)) {
      if (value[name] === undefined && field instanceof z.ZodOptional) continue;
      yield `${before}${JSON.stringify(name)}:`;
      yield* piecesOf(field, value[name]);
      before = ',';
    }
    yield '}';
  } else {
    yield JSON.stringify(schema.parse(value));
  }
}

/**
 * Returns an answer as JSON; fields that the schema does not name are dropped. A large answer is made in pieces,
 * yielding to the event loop in between.
 */
export const serialize = async (schema: z.ZodType, value: unknown): Promise<string> => {
  if (!isLarge(value)) return JSON.stringify(schema.parse(value));
  const yieldIfDue = createYield();
  const pieces: string[] = [];
  for (const text of piecesOf(schema, value)) {
    pieces.push(text);
    const pause = yieldIfDue();
    if (pause) await pause;
  }
  return pieces.join('');
};
