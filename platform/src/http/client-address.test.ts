import { expect, it } from 'vitest';
import { createClientAddress } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as never;

it.each([
  [false, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['loopback', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['loopback', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['uniquelocal', '10.0.0.2', '6.6.6.6, 198.51.100.1, 172.16.3.4', '198.51.100.1'],
  ['10.0.0.0/24,2001:db8::/32', '10.0.0.2', '2001:db9::1, 2001:db8::2', '2001:db9::1'],
  ['loopback', '127.0.0.1', undefined, '127.0.0.1'],
  ['loopback', '127.0.0.1', '127.0.0.2', '127.0.0.2'],
] as const)(
  'with trusted proxy %s, connection %s and forwarded %s, it is %s',
  (trusted, direct, forwarded, address) => {
    expect(createClientAddress(trusted)(from(direct, forwarded))).toBe(address);
  },
);
