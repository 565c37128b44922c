import { createHmac, type KeyObject } from 'node:crypto';
import { mobileOf } from '@visita/contracts/messages/mobile';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** Keyed hashes of phone numbers: texts are counted by them, and no number is stored. */
export type NumberHashes = {
  /** Hash by the current key. */
  of(e164: string): string;
  /** Hashes by every key, to find texts that were counted before a rotation. */
  all(e164: string): readonly string[];
};

/**
 * Returns whether a link was texted to another number than the person's present one; false for a link whose number was
 * not stored.
 */
export const isFormerNumber = (
  numbers: Pick<NumberHashes, 'all'>,
  texted: string | null | undefined,
  present: { readonly prefix: string | null; readonly phone: string | null },
): boolean => {
  if (texted === null || texted === undefined) return false;
  const number = mobileOf(present);
  return number === null || !numbers.all(number).includes(texted);
};

const hash = (key: KeyObject, e164: string): string =>
  createHmac('sha256', key).update(`text|${e164}`).digest('hex');

export const createNumberHashes = (source: KeySource): NumberHashes => {
  const keys = keysOf(source);
  return {
    of: (e164) => hash(keys.current().key, e164),
    all: (e164) => keys.all().map(({ key }) => hash(key, e164)),
  };
};

/** Returns a number as gateways write it (with `00`, or without a sign) as E.164; null if it is none. */
export const e164In = (given: string): string | null => {
  const digits = given.replaceAll(/[\s().-]/g, '').replace(/^(\+|00)/, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null;
};
