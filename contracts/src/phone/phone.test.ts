import { describe, expect, it } from 'vitest';
import { betterPhone, readPhone } from './read.ts';
import { isPhoneMeant, phoneQuery } from './typed.ts';

describe('a typed phone', () => {
  it.each([
    ['+39 333 123 4567', '+34', '+39', '3331234567'],
    ['0039333-1234567', '+44', '+39', '3331234567'],
    ['393331234567', '+39', '+39', '3331234567'],
    ['3931234567', '+39', '+39', '3931234567'],
    ['333 123 4567', '+39', '+39', '3331234567'],
    ['06 1234 5678', '+39', '+39', '0612345678'],
    ['+39 06 1234 5678', '+34', '+39', '0612345678'],
    ['07911 123456', '+44', '+44', '7911123456'],
    ['+44 (0)7911 123456', '+39', '+44', '7911123456'],
    ['+44 07911 123456', '+39', '+44', '7911123456'],
    ['030 123456', '+49', '+49', '30123456'],
    ['06 12 34 56 78', '+33', '+33', '612345678'],
    ['06 20 123 4567', '+36', '+36', '201234567'],
    ['(600) 111-222', '+34', '+34', '600111222'],
    ['+39 333', '+44', '+39', '333'],
    ['333', '+39', '+39', '333'],
    ['79 123 45 67', '+41', '+41', '791234567'],
  ])('%s beside %s is %s %s', (typed, chosen, prefix, phone) => {
    expect(readPhone(typed, chosen)).toEqual({ prefix, phone, refused: null });
  });

  it('with a prefix that is not offered is refused', () => {
    expect(readPhone('+41 79 123 45 67', '+39')).toEqual({ prefix: '+39', phone: '', refused: 'prefix' });
    expect(readPhone('0041791234567', '+39')).toMatchObject({ phone: '', refused: 'prefix' });
  });

  it('is incomplete while its prefix is being typed', () => {
    for (const typed of ['+', '+3', '00', '0035'])
      expect(readPhone(typed, '+39')).toEqual({ prefix: '+39', phone: '', refused: null });
  });

  it('that is too long is refused', () => {
    expect(readPhone('333 1234567 333 7654321', '+39')).toMatchObject({ phone: '', refused: 'long' });
  });
});

describe('a stored phone', () => {
  it.each([
    ['+39', '393331234567', '3331234567'],
    ['+39', '00393331234567', '3331234567'],
    ['+44', '07911123456', '7911123456'],
    ['+49', '030123456', '30123456'],
    ['+33', '0612345678', '612345678'],
  ])('%s %s is corrected to %s', (prefix, phone, better) => {
    expect(betterPhone({ prefix, phone })).toMatchObject({ prefix, phone: better });
  });

  it.each([
    ['+39', '3331234567'],
    ['+39', '0612345678'],
    ['+44', '7911123456'],
    ['+39', '123'],
    ['+41', '791234567'],
  ])('%s %s is correct', (prefix, phone) => {
    expect(betterPhone({ prefix, phone })).toBeUndefined();
  });
});

describe('a search for a phone', () => {
  const mobile = { prefix: '+39', phone: '3334455667' };

  it.each([
    '+39 333',
    '+39333',
    '0039 333 44',
    '39 333',
    '333 445 5667',
    '333-445',
    '333.445',
    '(333) 445/56 67',
    '5667',
    '+3',
  ])('finds a number by %s', (query) => {
    expect(isPhoneMeant(mobile, phoneQuery(query))).toBe(true);
  });

  it.each(['+34 333', '+39 445', '0044333', '999', 'Ada', '', '+', '-', '333 Ada'])(
    'does not find it by %s',
    (query) => {
      expect(isPhoneMeant(mobile, phoneQuery(query))).toBe(false);
    },
  );

  it('finds a number with and without the zero of its country', () => {
    for (const phone of ['7911123456', '07911123456'])
      for (const query of ['07911', '+44 7911', '+44 (0)7911', '0044 07911', '7911 123'])
        expect(isPhoneMeant({ prefix: '+44', phone }, phoneQuery(query))).toBe(true);
  });

  it('finds a number that was stored together with its prefix', () => {
    for (const phone of ['393334455667', '00393334455667'])
      for (const query of ['+39 333', '333 445', '39333'])
        expect(isPhoneMeant({ prefix: '+39', phone }, phoneQuery(query))).toBe(true);
  });
});
