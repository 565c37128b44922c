import type { Language } from '@visita/contracts/language';

type Style = {
  /** Grouping separator, and the minimum digits for grouping. */
  group: string;
  groupedFrom: number;
  point: string;
  signed: (amounts: string) => string;
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
 * Formats a price as `Intl.NumberFormat` does, which takes a slow phone half a second to initialise. Whole
 * amounts have no cents by default.
 */
export const price = (euro: number, language: Language, cents = !Number.isInteger(euro)): string => {
  const style = styles[language];
  return style.signed(written(euro, cents, style));
};

/** Formats a price range, as one amount if both are equal. */
export const priceRange = ({ from, to }: { from: number; to: number }, language: Language): string => {
  if (from === to) return price(from, language);
  const style = styles[language];
  const cents = ![from, to].every(Number.isInteger);
  return style.range(written(from, cents, style), written(to, cents, style));
};
