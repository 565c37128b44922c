/** Without the port that some proxies write behind an address: whoever connects anew has another one each time. */
const withoutPort = (ip: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(ip)?.[1] ?? ip;

/** The IPv4 address of a text, also where it is written as an IPv6 one; null for others. */
const ipv4Of = (ip: string): string | null => {
  if (!ip.includes(':')) return ip;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? null;
};

/** The first groups of an IPv6 address, all in one spelling. */
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

/** What an address is limited by: itself, or the /64 of an IPv6 one, which is what one customer has. */
export const networkOf = (address: string): string => {
  const ip = withoutPort(address);
  return ipv4Of(ip) ?? ipv6Prefix(ip, 4);
};

/** The network that holds are counted by: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export const holdNetworkOf = (address: string): string => {
  const ip = withoutPort(address);
  return ipv4Of(ip)?.split('.').slice(0, 3).join('.') ?? ipv6Prefix(ip, 3);
};
