import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** Codes mailed before a hold. Not stored: derived from id and key. */
export type HoldCodes = {
  codeOf(codeId: string): string;
  /** Returns whether a code belongs to an id, even if it was mailed under an older key. */
  isOf(codeId: string, code: string | undefined): boolean;
};

const digits = 8;

const codeWith = (key: KeyObject, codeId: string): string => {
  const number = createHmac('sha256', key).update(`hold-code|${codeId}`).digest().readUIntBE(0, 6);
  return String(number % 10 ** digits).padStart(digits, '0');
};

const isSame = (one: string, other: string): boolean => {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
};

/** Creates codes of eight digits. */
export const createHoldCodes = (source: KeySource): HoldCodes => {
  const keys = keysOf(source);
  return {
    codeOf: (codeId) => codeWith(keys.current().key, codeId),
    isOf: (codeId, code = '') =>
      code.length === digits && keys.all().some(({ key }) => isSame(codeWith(key, codeId), code)),
  };
};
