import { readFile } from 'node:fs/promises';
import { fold } from '@visita/contracts/folding';

let known: Promise<ReadonlySet<string>> | undefined;

const wordsFile = new URL('./common-words.txt', import.meta.url);

/**
 * Reads some 49,000 of the most leaked passwords, and common words and first names in three languages; sources in
 * SOURCES.md.
 */
const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = await readFile(wordsFile, 'utf8');
  return new Set([...dictionary['passwords-common'].map((word) => fold(word)), ...words.split('\n')]);
};

/** Keyboard rows, and digits in order. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop', '1234567890'];

/**
 * Whether a character is predictable from the previous one: the same, or a neighbour in a row, in either direction.
 */
const follows = (sign: string, before: string): boolean => {
  const step = sign.codePointAt(0)! - before.codePointAt(0)!;
  return (
    Math.abs(step) <= 1 || rows.some((row) => row.includes(before + sign) || row.includes(sign + before))
  );
};

/** Whether all characters except two are predictable: `abcdef`, `aaa111`, `qwe123`, `qwerty654321`. */
const isSequence = (password: string): boolean => {
  const signs = Array.from(password);
  return signs.filter((sign, index) => index === 0 || !follows(sign, signs[index - 1]!)).length <= 2;
};

/** Longest part, in characters, whose repetition counts as common. */
const partMaximum = 4;

/** Whether a password repeats a short or common part. */
const isRepeat = (password: string, isGuessed: (part: string) => boolean): boolean => {
  const [, part] = /^(.+?)\1+$/u.exec(password) ?? [];
  return part !== undefined && (part.length <= partMaximum || isGuessed(part));
};

/** Whether a password is among those that attackers try first, regardless of case and accents. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  const words = await (known ??= read());
  const isGuessed = (tried: string): boolean => words.has(tried) || isSequence(tried);
  const tried = fold(password);
  return isGuessed(tried) || isRepeat(tried, isGuessed);
};
