import { type Purpose, purposes } from '../secrets/ring-text.ts';

/** What each service needs keys for; it runs with a ring of no others. */
export const servicePurposes = {
  'command-service': purposes,
  'query-service': ['signing', 'tokens', 'wrapping'],
  projector: ['wrapping'],
  notifier: ['signing', 'tokens', 'wrapping', 'calendar'],
  operator: ['signing', 'tokens', 'hashing', 'wrapping'],
} as const satisfies Readonly<Record<string, readonly Purpose[]>>;

/** A service that is given keys. */
export type KeyedService = keyof typeof servicePurposes;
