import { languages } from '@visita/contracts/language';
import { describe, expect, it } from 'vitest';
import { price, priceRange } from './euro.ts';
import { localeOf } from '../time/wall-clock.ts';

const amounts = [0, 0.5, 5, 50, 50.05, 999, 1000, 1000.5, 9999, 10_000, 12_345.6, 1_234_567];

describe.each(languages)('prices in %s', (language) => {
  const intl = (cents: boolean) =>
    new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency: 'EUR',
      minimumFractionDigits: cents ? 2 : 0,
    });

  it('are formatted as by Intl', () => {
    expect(amounts.map((euro) => price(euro, language))).toEqual(
      amounts.map((euro) => intl(!Number.isInteger(euro)).format(euro)),
    );
  });

  it('have cents on request', () => {
    expect(amounts.map((euro) => price(euro, language, true))).toEqual(
      amounts.map((euro) => intl(true).format(euro)),
    );
  });

  it('are ranges formatted as by Intl', () => {
    const pairs = amounts.flatMap((from, at) => amounts.slice(at + 1).map((to) => ({ from, to })));
    expect(pairs.map((pair) => priceRange(pair, language))).toEqual(
      pairs.map(({ from, to }) => intl(![from, to].every(Number.isInteger)).formatRange(from, to)),
    );
  });

  it('are one amount if both ends are equal', () => {
    expect(priceRange({ from: 45, to: 45 }, language)).toBe(price(45, language));
  });
});
