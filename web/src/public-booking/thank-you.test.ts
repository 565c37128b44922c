import { describe, expect, it } from 'vitest';
import { thankYouAddress } from './thank-you.ts';

const patient = { email: 'ana+1@example.com', name: 'Ana Ruiz & Co' };
const query = '?email=ana%2B1%40example.com&name=Ana+Ruiz+%26+Co';

describe('thankYouAddress', () => {
  it.each([
    ['https://example.com/thanks/', `https://example.com/thanks${query}`],
    ['example.com/thanks', `http://example.com/thanks${query}`],
    ['example.com:8080/thanks', `http://example.com:8080/thanks${query}`],
    ['https://example.com/?a=1', `https://example.com/?a=1&${query.slice(1)}`],
  ])('turns %s into %s', (page, address) => {
    expect(thankYouAddress(page, patient)?.href).toBe(address);
  });

  it.each([
    null,
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'ftp://example.com',
    'https://a:b@example.com',
  ])('refuses %s', (page) => {
    expect(thankYouAddress(page, patient)).toBeNull();
  });
});
