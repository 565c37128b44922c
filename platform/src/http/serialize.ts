import { z } from 'zod';
import { createBreath } from '../core/gently.ts';

/** Entries of one list from which on an answer is made piece by piece. */
const longList = 30;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether it is, or holds within two steps, a list that is long. */
const isLong = (value: unknown, depth = 2): boolean =>
  Array.isArray(value)
    ? value.length > longList
    : isFields(value) && depth > 0 && Object.values(value).some((field) => isLong(field, depth - 1));

/** Entries of one piece of a list: few enough to be quick, and enough that they cost little more than in one go. */
const pieceLength = 50;

const textOf = (schema: z.ZodType, entries: readonly unknown[]): string =>
  JSON.stringify(entries.map((entry) => schema.parse(entry))).slice(1, -1);

/** The texts of a value, parsed by its schema piece by piece where it is a long list. */
function* piecesOf(schema: z.ZodType, value: unknown): Generator<string> {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    yield '[';
    for (let from = 0; from < value.length; from += pieceLength) {
      const text = textOf(schema.element as z.ZodType, value.slice(from, from + pieceLength));
      yield from === 0 ? text : `,${text}`;
    }
    yield ']';
  } else if (schema instanceof z.ZodObject && isFields(value) && isLong(value)) {
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
 * An answer as JSON, through its schema: what that does not name cannot leak. One that holds a long list is made piece by
 * piece, with turns for others in between.
 */
export const serialize = async (schema: z.ZodType, value: unknown): Promise<string> => {
  if (!isLong(value)) return JSON.stringify(schema.parse(value));
  const breathe = createBreath();
  const pieces: string[] = [];
  for (const text of piecesOf(schema, value)) {
    pieces.push(text);
    const pause = breathe();
    if (pause) await pause;
  }
  return pieces.join('');
};
