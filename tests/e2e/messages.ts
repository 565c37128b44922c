import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A message stays for its time, and not much longer: it fades, and the browser is asked now and then. */
export const expectShownFor = async (
  page: Page,
  text: string,
  seconds: number,
  role: 'alert' | 'status' = 'alert',
): Promise<void> => {
  const message = page.getByRole(role).filter({ hasText: text });
  await expect(message).toBeVisible();
  const shown = Date.now();
  await expect(message).toBeHidden();
  const stayed = (Date.now() - shown) / 1000;
  expect(stayed, text).toBeGreaterThan(seconds - 0.7);
  expect(stayed, text).toBeLessThan(seconds + 1.5);
};
