import { localeOf } from '../time/wall-clock.ts';

/** The number in a field: empty without one, and NaN for a text that is none, which no schema takes. */
export type Amount = number | '';

/** Returns the separators of thousands and of decimals in a language. */
const separatorsOf = (language: string) => {
  const parts = new Intl.NumberFormat(localeOf(language), { useGrouping: 'always' }).formatToParts(12_345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: of('group'), decimal: of('decimal') };
};

const whole = String.raw`\d+`;
const grouped = (group: string) => String.raw`\d{1,3}(?:[${group}]\d{3})+`;

/**
 * Reads a number as a language writes it: in Italian `1.250,00` is 1250, and so is `1.250`. The other language's decimals
 * are read where nothing else can be meant: `12.50` is 12.5 in Italian too. Returns NaN where it is no such number.
 */
export const typedAmount = (typed: string, language: string): Amount => {
  const text = typed.replaceAll(/^[\s€]+|[\s€]+$/g, '');
  if (text === '') return '';
  const { group, decimal } = separatorsOf(language);
  const own = new RegExp(`^(?:${whole}|${grouped(group)})(?:[${decimal}]\\d+)?$`);
  if (own.test(text)) return Number(text.replaceAll(group, '').replace(decimal, '.'));
  const other = new RegExp(`^${whole}[${group}]\\d{1,2}$`);
  return other.test(text) ? Number(text.replace(group, '.')) : Number.NaN;
};

/** Writes a number for a field of a language; nothing for one that is missing or unreadable. */
export const writtenAmount = (amount: Amount, language: string): string =>
  amount === '' || Number.isNaN(amount)
    ? ''
    : new Intl.NumberFormat(localeOf(language), {
        useGrouping: false,
        minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
        maximumFractionDigits: 2,
      }).format(amount);
