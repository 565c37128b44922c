import { MalformedRequest } from './problem.ts';

/**
 * Parses a JSON body strictly: refuses duplicate names, `__proto__` and `constructor.prototype`, text that PostgreSQL
 * cannot store (NUL, lone surrogates) and very long lists. Limits names, values and depth before parsing. An empty
 * body is `undefined`.
 */
export const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  const names = boundedNames(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedRequest([{ path: '', message: 'is not JSON' }]);
  }
  // Every name precedes a colon: fewer names in the value than colons in the text mean a duplicate.
  if (countNames(value) !== names) refuse('names a field twice');
  return value;
};

const deepest = 32;
/**
 * Maximum number of elements of a list: more than any call accepts, few enough to report each
 * element's errors quickly.
 */
const longest = 1_000;

/**
 * Maximum number of names in a body: almost twice those of the largest valid body, the hours of 62
 * days.
 */
export const namesMaximum = 2_000;
/** Maximum number of values and names in a body. */
const valuesMaximum = 5_000;

const countNames = (value: unknown): number => {
  if (typeof value === 'string') {
    if (!isStorable(value)) refuse('holds a character that is not text');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    if (value.length > longest) refuse(`holds a list of more than ${longest} elements`);
    for (const item of value) names += countNames(item);
    return names;
  }
  for (const [name, item] of Object.entries(value)) {
    if (name === '__proto__' || name === 'prototype' || !isStorable(name)) refuse('holds a forbidden name');
    names += 1 + countNames(item);
  }
  return names;
};

/** Counts the colons outside strings, each of which belongs to a name; throws if a limit is exceeded. */
const boundedNames = (text: string): number => {
  let [colons, commas, depth] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const sign = text[index];
    if (sign === '"') index = endOfString(text, index);
    else if (sign === ':') colons++;
    else if (sign === ',') commas++;
    else if (sign === ']' || sign === '}') depth--;
    else if ((sign === '[' || sign === '{') && ++depth > deepest) refuse('is nested too deeply');
    if (colons > namesMaximum) refuse(`holds more than ${namesMaximum} names`);
    if (commas > valuesMaximum) refuse(`holds more than ${valuesMaximum} values`);
  }
  return colons;
};

/** Returns the index of the closing quote, or the end of the text. */
const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index;
  }
  return text.length;
};

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const refuse = (message: string): never => {
  throw new MalformedRequest([{ path: '', message }]);
};
