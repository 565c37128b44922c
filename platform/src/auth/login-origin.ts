import { networkOf } from './network.ts';

/** Origin of a login, as its owner can recognise it. */
export type LoginOrigin = {
  /** Browser and system, such as `Firefox, Windows`; null if unknown. */
  readonly browser: string | null;
  readonly network: string | null;
};

/** The first match wins: many browsers also claim to be others. */
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

/**
 * Returns the stored part of `User-Agent` and address: enough for owners to recognise a login, too little to track
 * them.
 */
export const loginOriginOf = ({
  agent,
  address,
}: {
  agent?: string | undefined;
  address: string;
}): LoginOrigin => {
  const names = [nameIn(agent ?? '', browsers), nameIn(agent ?? '', systems)].filter(Boolean);
  return { browser: names.length > 0 ? names.join(', ') : null, network: rangeOf(address) };
};

/** Returns the /24 of an IPv4 address, or the /64 of an IPv6 one. */
const rangeOf = (address: string): string => {
  const network = networkOf(address);
  return network.includes(':') ? `${network}::/64` : `${network.replace(/\.\d+$/, '.0')}/24`;
};
