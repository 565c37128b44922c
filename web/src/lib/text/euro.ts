import type { Language } from '@visita/contracts/language';

type Style = {
  /** Between thousands, and from how many digits on. */
  group: string;
  groupedFrom: number;
  /** Between euro and cents. */
  point: string;
  /** Puts the sign where it belongs. */
  signed: (amounts: string) => string;
  /** From the least to the most, with their sign or signs. */
  range: (from: string, to: string) => string;
};

const southern: Style = {
  group: '.',
  groupedFrom: 5,
  point: ',',
  signed: (amounts) => `${amounts}\u00A0€`,
  range: (from, to) => `${from}-${to}\u00A0€`,
};

const styles: Readonly<Record<Language, Style>> = {
  en: {
    group: ',',
    groupedFrom: 4,
    point: '.',
    signed: (amounts) => `€${amounts}`,
    range: (from, to) => `€${from} – €${to}`,
  },
  es: southern,
  it: southern,
};

const written = (euro: number, cents: boolean, { group, groupedFrom, point }: Style): string => {
  const [whole = '', fraction] = euro.toFixed(cents ? 2 : 0).split('.');
  const grouped = whole.length < groupedFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
};

/**
 * A price as `Intl.NumberFormat` would write it, which a slow phone takes half a second to make ready. A whole amount
 * goes without cents, unless they are asked for.
 */
export const price = (euro: number, language: Language, cents = !Number.isInteger(euro)): string => {
  const style = styles[language];
  return style.signed(written(euro, cents, style));
};

/** From the least to the most, as one amount where they are the same. */
export const priceRange = ({ from, to }: { from: number; to: number }, language: Language): string => {
  if (from === to) return price(from, language);
  const style = styles[language];
  const cents = ![from, to].every(Number.isInteger);
  return style.range(written(from, cents, style), written(to, cents, style));
};
