/** Hosts on the visitor's own machine or network; also as the last label. */
const privateNames = ['localhost', 'local', 'internal', 'home.arpa'];

/** Unspecified, private, loopback, link-local and carrier-grade NAT, as the URL parser spells IPv4. */
const privateIpv4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

const ipv4 = /^\d+(\.\d+){3}$/;

/** 96-bit prefixes before an IPv4 address: IPv4-compatible, IPv4-mapped, IPv4-translated, NAT64. */
const beforeIpv4 = ['0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'];

/** The eight groups of an IPv6 address in the URL parser's spelling. */
const groupsOf = (address: string): string[] => {
  const [before = [], after = []] = address.split('::').map((side) => side.split(':').filter(Boolean));
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
};

/**
 * Unspecified, loopback, unique local, link-local and site-local addresses, and those that contain a private IPv4
 * address.
 */
const isPrivateIpv6 = (address: string): boolean => {
  const groups = groupsOf(address);
  if (groups.slice(0, 7).every((group) => group === '0') && Number.parseInt(groups[7]!, 16) <= 1) return true;
  if (/^(f[cd]..|fe[89a-f].)$/.test(groups[0]!)) return true;
  if (!beforeIpv4.includes(groups.slice(0, 6).join(':'))) return false;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return privateIpv4.test(`${bytes.join('.')}.`);
};

/** Whether a host, in the URL parser's spelling, exists only on the visitor's own machine or network. */
const isPrivateHost = (hostname: string): boolean => {
  if (hostname.startsWith('[')) return isPrivateIpv6(hostname.slice(1, -1));
  if (ipv4.test(hostname)) return privateIpv4.test(hostname);
  const host = hostname.replace(/\.$/, '');
  return !host.includes('.') || privateNames.some((name) => `.${host}`.endsWith(`.${name}`));
};

/**
 * Parses a thank-you page's address: adds `http://` if there is no scheme and drops a trailing slash. Returns null
 * unless it is a plain, public web address: no other scheme, `//host`, credentials, private or loopback host.
 */
export const thankYouPage = (typed: string): URL | null => {
  const trimmed = typed.trim().replace(/\/$/, '');
  if (!trimmed || /^[/\\]/.test(trimmed)) return null;
  const text =
    /^[a-z][a-z\d+.-]*:/i.test(trimmed) && !/^[^/]+:\d/.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(text)) return null;
  const address = new URL(text);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') return null;
  if (address.username || address.password) return null;
  return isPrivateHost(address.hostname) ? null : address;
};
