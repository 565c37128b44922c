import { expect } from '@playwright/test';

/** What a look still finds once the page has come to rest: nothing, or what is there after five seconds too. */
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
