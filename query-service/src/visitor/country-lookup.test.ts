import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCountryLookup, publicNetworkOf, type CountryLookup } from './country-lookup.ts';
import { startCountryDouble, type CountryDouble } from '@visita/platform/testing/country-double';

let service: CountryDouble;
let now = 0;
let warnings: string[] = [];
let countryOf: CountryLookup;

beforeAll(async () => {
  service = await startCountryDouble();
});
afterAll(() => service.close());

const lookup = (token = service.token): CountryLookup =>
  createCountryLookup({
    config: { base: service.base, token },
    log: { warn: (details, message) => void warnings.push(`${message} ${JSON.stringify(details)}`) },
    clock: () => new Date(now),
  });

beforeEach(() => {
  service.say('IT');
  service.asked.length = 0;
  warnings = [];
  countryOf = lookup();
});

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:12:34::1', '2001:db8:12::'],
  ['2001:db8::7', '2001:db8:0::'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['172.20.0.1', null],
  ['192.168.1.1', null],
  ['::1', null],
  ['fe80::1', null],
  ['fd00::1', null],
  ['not an address', null],
])('%s is looked up as %s', (address, network) => {
  expect(publicNetworkOf(address)).toBe(network);
});

test('the service gets the network only, once for all its addresses', async () => {
  const answers = await Promise.all(['203.0.113.7', '203.0.113.200'].map(countryOf));
  expect([...answers, await countryOf('203.0.113.9')]).toEqual(['it', 'it', 'it']);
  expect(service.asked).toEqual(['203.0.113.0']);
  now += 10 * 60_000;
  service.say('ES');
  expect(await countryOf('203.0.113.7'), 'after ten minutes').toBe('es');
});

test('no lookup is made for a private address or without configuration', async () => {
  expect(await countryOf('192.168.1.20')).toBeNull();
  const nowhere = createCountryLookup({ config: null, log: { warn: () => {} }, clock: () => new Date() });
  expect(await nowhere('203.0.113.7')).toBeNull();
  expect(service.asked).toEqual([]);
});

test.each([
  ['refuses', 429],
  ['breaks', 500],
  ['is silent', null],
  ['says something else', '<html>'],
] as const)('a service that %s is logged and not asked again for a minute', async (_what, answer) => {
  service.say(answer);
  expect(await countryOf('203.0.113.7')).toBeNull();
  expect(await countryOf('203.0.113.8')).toBeNull();
  expect(service.asked).toHaveLength(1);
  expect(warnings).toHaveLength(1);
  expect(warnings.join()).not.toMatch(/203\.0\.113|secret/);
  now += 60_000;
  service.say('FR');
  expect(await countryOf('203.0.113.7')).toBe('fr');
});

test('an invalid token is logged without its value', async () => {
  expect(await lookup('wrong-one')('203.0.113.7')).toBeNull();
  expect(warnings.join()).toContain('answered 403');
  expect(warnings.join()).not.toContain('wrong-one');
});
