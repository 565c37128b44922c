import { BlockList, isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/config.ts';

/** The part of a request that shows its origin. */
export type Received = {
  readonly raw: {
    readonly socket: { readonly remoteAddress?: string | undefined };
    readonly headers: IncomingHttpHeaders;
  };
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/**
 * Returns whether a program on this machine sent the request for itself. Checks the socket, because
 * headers can be forged; a proxy on this machine forwards requests of other machines.
 */
export const isFromLoopback = ({ raw: { socket, headers } }: Received): boolean => {
  const address = socket.remoteAddress ?? '';
  return (
    isIP(address) !== 0 &&
    loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') &&
    forwarding.every((name) => headers[name] === undefined)
  );
};

/** Returns the factor of a request's rate limits. */
export type Allowance = (request: Received) => number;

/** Factor for a person who tries out the product on the machine that runs it. */
const atHome = 20;

/**
 * Creates the allowance of a process: 20 for this machine itself, outside production and without trusted proxy;
 * otherwise 1.
 */
export const createAllowance = ({
  environment,
  trustProxy,
}: Pick<Config, 'environment' | 'trustProxy'>): Allowance =>
  environment === 'production' || trustProxy !== false
    ? () => 1
    : (request) => (isFromLoopback(request) ? atHome : 1);
