import { expect } from '@playwright/test';

/** Returns faults that are still found once the page has settled, after at most five seconds. */
export const atRest = async (look: () => Promise<string[]>): Promise<string[]> => {
  let found: string[] = [];
  const count = async () => {
    found = await look();
    return found.length;
  };
  await expect
    .poll(count, { timeout: 5000 })
    .toBe(0)
    .catch(() => undefined);
  return found;
};
