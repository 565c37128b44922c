import { BlockList, isIP } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/config.ts';

/** As much of a request as says where it comes from. */
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
 * Whether a program on this machine asks for itself. The socket says so, since headers can be made up; a proxy on this
 * machine speaks for others.
 */
export const isFromThisMachine = ({ raw: { socket, headers } }: Received): boolean => {
  const address = socket.remoteAddress ?? '';
  return (
    isIP(address) !== 0 &&
    loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') &&
    forwarding.every((name) => headers[name] === undefined)
  );
};

/** How many times as much as a stranger a request may ask for. */
export type Allowance = (request: Received) => number;

/** So many times a stranger's limits hold for a person who tries the product on the machine that runs it. */
const atHome = 20;

/** The allowance of a process: 1, but outside production and without a trusted proxy 20 on this machine itself. */
export const createAllowance = ({
  environment,
  trustProxy,
}: Pick<Config, 'environment' | 'trustProxy'>): Allowance =>
  environment === 'production' || trustProxy !== false
    ? () => 1
    : (request) => (isFromThisMachine(request) ? atHome : 1);
