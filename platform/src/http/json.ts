import { MalformedRequest } from './problem.ts';

/**
 * Reads a JSON body strictly: a name given twice, `__proto__` or `constructor.prototype`, and text that PostgreSQL
 * cannot store (NUL, half of a surrogate pair) are refused, and so are very long lists. An empty body is `undefined`.
 */
export const parseJson = (text: string): unknown => {
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedRequest([{ path: '', message: 'is not JSON' }]);
  }
  // Every name stands before a colon: fewer names in the value than colons in the text means that one was repeated.
  if (countNames(value, 0) !== countColons(text)) refuse('names a field twice');
  return value;
};

const deepest = 32;
/** Elements of one list: more than any call takes, and few enough that finding fault with each of them is quick. */
const longest = 1_000;

const countNames = (value: unknown, depth: number): number => {
  if (typeof value === 'string') {
    if (!isStorable(value)) refuse('holds a character that is not text');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === deepest) refuse('is nested too deeply');
  let names = 0;
  if (Array.isArray(value)) {
    if (value.length > longest) refuse(`holds a list of more than ${longest} elements`);
    for (const item of value) names += countNames(item, depth + 1);
    return names;
  }
  for (const [name, item] of Object.entries(value)) {
    if (name === '__proto__' || name === 'prototype' || !isStorable(name)) refuse('holds a forbidden name');
    names += 1 + countNames(item, depth + 1);
  }
  return names;
};

/** In a text that is known to be JSON, the colons outside of its strings. */
const countColons = (text: string): number => {
  let colons = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x3a) colons++;
  }
  return colons;
};

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const refuse = (message: string): never => {
  throw new MalformedRequest([{ path: '', message }]);
};
