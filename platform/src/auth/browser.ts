import { networkOf } from './network.ts';

/** Where a login comes from, as far as its owner can recognise it. */
export type Origin = {
  /** Such as `Firefox, Windows`; null where it does not say. */
  readonly browser: string | null;
  /** The network that the address belongs to. */
  readonly network: string | null;
};

/** The first that fits names it: many say that they are others, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (agent: string, names: typeof browsers): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** What is kept of a `User-Agent` and an address: enough to recognise oneself, not to be followed by. */
export const originOf = ({ agent, address }: { agent?: string | undefined; address: string }): Origin => {
  const names = [nameIn(agent ?? '', browsers), nameIn(agent ?? '', systems)].filter(Boolean);
  return { browser: names.length > 0 ? names.join(', ') : null, network: rangeOf(address) };
};

/** The /24 of an IPv4 address, the /64 of an IPv6 one. */
const rangeOf = (address: string): string => {
  const network = networkOf(address);
  return network.includes(':') ? `${network}::/64` : `${network.replace(/\.\d+$/, '.0')}/24`;
};
