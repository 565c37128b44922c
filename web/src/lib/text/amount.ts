import { localeOf } from '../time/wall-clock.ts';

/** Number in a field: '' if empty, NaN if invalid, which every schema refuses. */
export type Amount = number | '';

/** Returns the grouping and decimal separators of a language. */
const separatorsOf = (language: string) => {
  const parts = new Intl.NumberFormat(localeOf(language), { useGrouping: 'always' }).formatToParts(12_345.6);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: of('group'), decimal: of('decimal') };
};

const whole = String.raw`\d+`;
const grouped = (group: string) => String.raw`\d{1,3}(?:[${group}]\d{3})+`;

/**
 * Parses a number in a language's notation: in Italian `1.250,00` and `1.250` are 1250. Other decimal
 * separators are accepted if unambiguous: `12.50` is 12.5 in Italian too. Returns NaN if invalid.
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

/** Formats a number for a field; empty if missing or invalid. */
export const writtenAmount = (amount: Amount, language: string): string =>
  amount === '' || Number.isNaN(amount)
    ? ''
    : new Intl.NumberFormat(localeOf(language), {
        useGrouping: false,
        minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
        maximumFractionDigits: 2,
      }).format(amount);
