import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '@visita/platform/config';
import { operatorTokenMinimum } from '@visita/platform/config';

/** The token that opens the desk, as configured; null where there is to be no desk. */
export const loadOperatorToken = async ({
  operatorToken,
  operatorTokenFile,
}: Pick<Config, 'operatorToken' | 'operatorTokenFile'>): Promise<string | null> => {
  if (operatorTokenFile === null) return operatorToken;
  const token = (await readFile(operatorTokenFile, 'utf8')).trim();
  if (token.length >= operatorTokenMinimum) return token;
  throw new Error(`${operatorTokenFile} does not hold ${operatorTokenMinimum} characters`);
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same; how long that takes says nothing of where they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
