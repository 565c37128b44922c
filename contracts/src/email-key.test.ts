import { expect, it } from 'vitest';
import { emailKey } from './email-key.ts';

it.each([
  ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  [' Anna@ПРИМЕР.РФ ', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['anna@xn--e1afmkfd.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['anna@XN--E1AFMKFD.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['anna@münchen.de', 'anna@xn--mnchen-3ya.de'],
  ['anna@mu\u0308nchen.de', 'anna@xn--mnchen-3ya.de'],
  ['anna@例え.テスト', 'anna@xn--r8jz45g.xn--zckzah'],
  ['anna@ｅｘａｍｐｌｅ.рф', 'anna@example.xn--p1ai'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
])('%j has the key %j', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(key)).toBe(key);
});

it.each([
  ['anna@straße.de', 'anna@strasse.de'],
  ['anna@βόλος.gr', 'anna@βόλοσ.gr'],
  ['anna@exаmple.com', 'anna@example.com'],
])('%j and %j are different domains', (one, other) => expect(emailKey(one)).not.toBe(emailKey(other)));

it.each([
  ['anna@STRAẞE.de', 'anna@straße.de'],
  ['anna@ΒΌΛΟΣ.GR', 'anna@βόλοσ.gr'],
])('%j and %j differ in case only', (one, other) => expect(emailKey(one)).toBe(emailKey(other)));

it.each([
  "anna.o'hara+visit@example.com",
  'anna@127.1',
  'anna@a_b.com',
  'anna@exa%6dple.com',
  'anna@exa%6dple.рф',
  'anna@пример.рф:80',
  'anna@пример.рф/x',
  'eve@пример.рф@example.com',
  'anna@\u0301a.рф',
  'müller anna',
  'anna@',
  '',
])('%j is only trimmed and lower-cased', (text) => expect(emailKey(` ${text.toUpperCase()} `)).toBe(text));

it('leaves a domain that is too long as it is, without costly conversion', () => {
  for (const text of ['@é'.repeat(100_000) + 'é'.repeat(300), 'é'.repeat(100_000)]) {
    const begun = performance.now();
    expect(emailKey(text)).toBe(text);
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
});
