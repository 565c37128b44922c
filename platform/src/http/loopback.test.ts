import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createAllowance } from './loopback.ts';

const asked = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  raw: { socket: { remoteAddress }, headers },
});

it('is larger for requests from the machine itself, and no others', () => {
  const allowance = createAllowance(readConfig({}));
  for (const home of ['127.0.0.1', '127.1.2.3', '::1']) expect(allowance(asked(home)), home).toBe(20);
  for (const away of ['192.0.2.1', '10.0.0.1', '2001:db8::1', '::ffff:192.0.2.1', undefined])
    expect(allowance(asked(away)), away).toBe(1);
  for (const header of ['forwarded', 'x-forwarded-for', 'x-real-ip'])
    expect(allowance(asked('127.0.0.1', { [header]: '127.0.0.1' })), header).toBe(1);
});

it('is that of a stranger behind a trusted proxy, and in production', () => {
  for (const env of [{ TRUST_PROXY: 'loopback' }, { TRUST_PROXY: '10.0.0.0/8' }, { NODE_ENV: 'production' }])
    expect(createAllowance(readConfig(env))(asked('127.0.0.1'))).toBe(1);
});
