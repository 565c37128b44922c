import { readFile } from 'node:fs/promises';
import { fold } from '@visita/contracts/folding';

let known: Promise<ReadonlySet<string>> | undefined;

const wordsFile = new URL('./common-words.txt', import.meta.url);

/**
 * Reads some 49,000 passwords that stood in leaks most often, and the common words and first names of three languages;
 * SOURCES.md says where those are from.
 */
const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = await readFile(wordsFile, 'utf8');
  return new Set([...dictionary['passwords-common'].map((word) => fold(word)), ...words.split('\n')]);
};

/** Rows of a keyboard, and of signs by their order. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop', '1234567890'];

/** Whether a sign is foretold by the one before: the same again, or its neighbour in a row, in either direction. */
const follows = (sign: string, before: string): boolean => {
  const step = sign.codePointAt(0)! - before.codePointAt(0)!;
  return (
    Math.abs(step) <= 1 || rows.some((row) => row.includes(before + sign) || row.includes(sign + before))
  );
};

/** Whether a password goes on by itself after two beginnings: `abcdef`, `aaa111`, `qwe123`, `qwerty654321`. */
const isSequence = (password: string): boolean => {
  const signs = Array.from(password);
  return signs.filter((sign, index) => index === 0 || !follows(sign, signs[index - 1]!)).length <= 2;
};

/** Longest part whose repetition is a password that is guessed, in characters. */
const partMaximum = 4;

/** Whether a password is a short part, or one that is guessed itself, again and again. */
const isRepeat = (password: string, isGuessed: (part: string) => boolean): boolean => {
  const [, part] = /^(.+?)\1+$/u.exec(password) ?? [];
  return part !== undefined && (part.length <= partMaximum || isGuessed(part));
};

/** Whether a password is among those that are tried first, however its letters are cased and accented. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  const words = await (known ??= read());
  const isGuessed = (tried: string): boolean => words.has(tried) || isSequence(tried);
  const tried = fold(password);
  return isGuessed(tried) || isRepeat(tried, isGuessed);
};
