import { describe, expect, it } from 'vitest';
import { daysMeant } from './day-words.ts';

// Wednesday.
const today = '2026-11-25';

describe('daysMeant', () => {
  it.each([
    ['oggi', '2026-11-25'],
    ['Tomorrow', '2026-11-26'],
    ['mañana', '2026-11-26'],
    ['pasado manana', '2026-11-27'],
    ['ieri', '2026-11-24'],
    ['next tuesday', '2026-12-01'],
    ['martedì prossimo', '2026-12-01'],
    ['el próximo martes', '2026-12-01'],
    ['mercoledi', '2026-12-02'],
    ['vier', '2026-11-27'],
    ['in 2 weeks', '2026-12-09'],
    ['fra 10 giorni', '2026-12-05'],
    ['dentro de 3 semanas', '2026-12-16'],
    ['24/11', '2026-11-24'],
    ['24.12.2027', '2027-12-24'],
    ['3-2', '2027-02-03'],
    ['7 gennaio', '2027-01-07'],
    ['7 de enero de 2028', '2028-01-07'],
    ['1 dec', '2026-12-01'],
    ['29/2/2028', '2028-02-29'],
  ])('%s', (words, day) => {
    expect(daysMeant(words, today)[0]).toBe(day);
  });

  it('also offers the weekday of the following week', () => {
    expect(daysMeant('tuesday', today)).toEqual(['2026-12-01', '2026-12-08']);
  });

  it.each(['', 'ma', 'Marco', 'Ada 24', '31/02', '0/5', '99/99', 'in weeks', 'x'.repeat(10_000)])(
    'finds no day in %s',
    (words) => {
      expect(daysMeant(words, today)).toEqual([]);
    },
  );
});
