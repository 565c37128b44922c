import { type Purpose, purposes } from '../secrets/ring-text.ts';

/** Purposes for which each service needs keys; its ring has no others. */
export const servicePurposes = {
  'command-service': purposes,
  'query-service': ['signing', 'tokens', 'wrapping'],
  projector: ['wrapping'],
  notifier: ['signing', 'tokens', 'wrapping', 'calendar'],
  operator: ['signing', 'tokens', 'hashing', 'wrapping'],
} as const satisfies Readonly<Record<string, readonly Purpose[]>>;

/** A service that needs keys. */
export type KeyedService = keyof typeof servicePurposes;
