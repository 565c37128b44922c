/** Removes the port that some proxies append to an address, which changes with each connection. */
const withoutPort = (ip: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(ip)?.[1] ?? ip;

/** Returns the IPv4 address in a text, also if written as IPv6; null for others. */
const ipv4Of = (ip: string): string | null => {
  if (!ip.includes(':')) return ip;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? null;
};

/** Returns the first groups of an IPv6 address in canonical spelling. */
const ipv6Prefix = (ip: string, groups: number): string => {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

/**
 * Returns the network by which rate limits count: an IPv4 address, or the /64 of an IPv6 address,
 * which belongs to one customer.
 */
export const networkOf = (address: string): string => {
  const ip = withoutPort(address);
  return ipv4Of(ip) ?? ipv6Prefix(ip, 4);
};

/** Returns the network by which holds are counted: /24 of IPv4, /48 of IPv6. */
export const holdNetworkOf = (address: string): string => {
  const ip = withoutPort(address);
  return ipv4Of(ip)?.split('.').slice(0, 3).join('.') ?? ipv6Prefix(ip, 3);
};
