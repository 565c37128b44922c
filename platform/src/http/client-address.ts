import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Networks of the keywords for proxies. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const plain = (ip: string): string => ip.trim().replace(/^::ffff:(?=\d+\.)/i, '');
const family = (ip: string) => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');

const listOf = (trusted: string): BlockList => {
  const list = new BlockList();
  const ranges = trusted
    .toLowerCase()
    .split(',')
    .flatMap((part) => named[part] ?? part);
  for (const range of ranges) {
    const [ip = '', bits] = range.split('/');
    const whole = isIP(ip) === 6 ? 128 : 32;
    if (isIP(ip) !== 0) list.addSubnet(ip, Number(bits ?? whole), family(ip));
  }
  return list;
};

/**
 * Returns a function that determines the client's address of requests that do not pass through
 * Fastify's routes: the last address that is not a trusted proxy. `trustProxy` is the server's
 * setting.
 */
export const createClientAddress = (
  trustProxy: string | false,
): ((request: Pick<IncomingMessage, 'headers' | 'socket'>) => string) => {
  const trusted = trustProxy === false ? null : listOf(trustProxy);
  return ({ headers, socket }) => {
    const direct = plain(socket.remoteAddress ?? '');
    const forwarded = headers['x-forwarded-for'];
    if (!trusted || forwarded === undefined) return direct;
    const hops = [direct, ...String(forwarded).split(',').map(plain).toReversed()];
    const isTrusted = (ip: string) => isIP(ip) !== 0 && trusted.check(ip, family(ip));
    return hops.find((hop, index) => !isTrusted(hop) || index === hops.length - 1) ?? direct;
  };
};
