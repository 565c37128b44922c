import { expect, it } from 'vitest';
import { holdNetworkOf, networkOf } from './network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
  ['192.0.2.7:50123', '192.0.2.7', '192.0.2'],
  ['::1', '0:0:0:0', '0:0:0'],
  ['2001:DB8::', '2001:db8:0:0', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8:1:2::7', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8:0001:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2::7]:50123', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2', '2001:db8:1'],
])('%s is limited as %s, and its holds count for %s', (address, network, holds) => {
  expect(networkOf(address)).toBe(network);
  expect(holdNetworkOf(address)).toBe(holds);
});
