import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Config } from '@visita/platform/config/config';

/** Country of an IP address, two lower-case letters; null if unknown. Never rejects. */
export type CountryLookup = (address: string) => Promise<string | null>;

export type CountryLookupOptions = {
  /** Null: no lookups. */
  config: Config['countryLookup'];
  log: { warn(details: object, message: string): void };
  clock: () => Date;
};

type Known = { readonly answer: Promise<string | null>; endsAt: number };

const patience = 1500;
const keptFor = 10 * 60_000;
/** Milliseconds without new requests for a network after a failure. */
const failureKeptFor = 60_000;
const maximumNetworks = 10_000;

/** Addresses outside the public internet (RFC 6890). */
const nonPublic = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nonPublic.addSubnet(address, bits, 'ipv4');

/**
 * Returns the network of an address, the only part sent to the service: /24, or /48 for IPv6. Null if the
 * address is not public.
 */
export const publicNetworkOf = (address: string): string | null => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return nonPublic.check(plain, 'ipv4') ? null : plain.replace(/\.\d+$/, '.0');
  // Global unicast is 2000::/3 so far.
  if (isIP(plain) !== 6 || !/^[23]/.test(plain)) return null;
  const [first = '', second = '', third = ''] = (plain.split('::', 1)[0] ?? '').split(':');
  return `${[first, second || '0', third || '0'].join(':')}::`;
};

const answered = z.object({ country: z.string().regex(/^[a-z]{2}$/i) });

/** Looks up `base/<network>?token=…` and caches the answers. */
export const createCountryLookup = ({ config, log, clock }: CountryLookupOptions): CountryLookup => {
  if (!config) return async () => null;
  const known = new LRUCache<string, Known>({ max: maximumNetworks });

  const ask = async (network: string): Promise<string> => {
    const url = new URL(`${config.base.replace(/\/$/, '')}/${network}`);
    url.searchParams.set('token', config.token);
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return answered.parse(await response.json()).country.toLowerCase();
  };

  const begin = (network: string): Known => {
    const entry: Known = {
      answer: ask(network).catch((error: unknown) => {
        // Neither the address nor the token: both are in the URL, which errors may contain.
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'country lookup failed');
        entry.endsAt = clock().getTime() + failureKeptFor;
        return null;
      }),
      endsAt: clock().getTime() + keptFor,
    };
    known.set(network, entry);
    return entry;
  };

  return async (address) => {
    const network = publicNetworkOf(address);
    if (network === null) return null;
    const entry = known.get(network);
    return (entry && entry.endsAt > clock().getTime() ? entry : begin(network)).answer;
  };
};
