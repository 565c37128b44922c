import { describe, expect, it } from 'vitest';
import { typedAmount, writtenAmount } from './amount.ts';

describe('a typed amount', () => {
  it.each([
    ['12,50', 'it', 12.5],
    ['12.50', 'it', 12.5],
    ['1.250', 'it', 1250],
    ['1.250', 'es', 1250],
    ['1.250,00', 'it', 1250],
    ['1.250,5', 'es', 1250.5],
    ['1250', 'it', 1250],
    ['7,5', 'it', 7.5],
    ['1,250', 'en', 1250],
    ['1,250.00', 'en', 1250],
    ['12.50', 'en', 12.5],
    ['12,50', 'en', 12.5],
    ['1.250', 'en', 1.25],
    ['35,50 €', 'it', 35.5],
    ['€35.50', 'en', 35.5],
    ['100.000', 'it', 100_000],
  ])('is read in the notation of its language: %s in %s', (typed, language, amount) => {
    expect(typedAmount(typed, language)).toBe(amount);
  });

  it.each([
    ['1.25.0', 'it'],
    ['1,250.00', 'it'],
    ['1.2500', 'it'],
    ['12,', 'it'],
    [',5', 'it'],
    ['-5', 'it'],
    ['5e3', 'en'],
    ['ten', 'en'],
  ])('is refused if ambiguous: %s in %s', (typed, language) => {
    expect(typedAmount(typed, language)).toBeNaN();
  });

  it.each(['it', 'en', 'es'])('is read as formatted in %s', (language) => {
    for (const amount of [0, 0.5, 12.5, 35, 1250, 99_999.99])
      expect(typedAmount(writtenAmount(amount, language), language)).toBe(amount);
  });

  it('is empty without a text', () => {
    expect(typedAmount(' ', 'it')).toBe('');
    expect(writtenAmount('', 'it')).toBe('');
  });
});
