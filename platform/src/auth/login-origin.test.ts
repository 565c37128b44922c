import { expect, test } from 'vitest';
import { loginOriginOf } from './login-origin.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    '192.0.2.77',
    'Firefox, Windows',
    '192.0.2.0/24',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Mobile Safari/604.1',
    '2001:db8:1:2::9',
    'Safari, iPhone',
    '2001:db8:1:2::/64',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    '::ffff:192.0.2.1',
    'Edge, macOS',
    '192.0.2.0/24',
  ],
  ['curl/8.1', '192.0.2.1', null, '192.0.2.0/24'],
  [undefined, '192.0.2.1', null, '192.0.2.0/24'],
] as const)('%s at %s is stored as %s', (agent, address, browser, network) => {
  expect(loginOriginOf({ agent, address })).toEqual({ browser, network });
});
