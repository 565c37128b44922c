import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';
import { openPractice } from './practice.ts';

const slug = 'elena_budget';
/** Bytes after gzip: a patient on a phone pays for every one of them. */
const budgets = { script: 110_000, stylesheet: 5_000 };

test('the booking page stays within its budget', async ({ stack, openWindow }) => {
  await openPractice(stack, slug);
  const window = await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', phone: true });
  const page = await window.newPage();
  const sizes = { script: 0, stylesheet: 0 };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind === 'script' || kind === 'stylesheet')
      reading.push(
        response.body().then((body) => {
          sizes[kind] += gzipSync(body).length;
        }),
      );
  });
  await page.goto(`/booking/${slug}`);
  await page.getByRole('combobox').waitFor();
  await Promise.all(reading);
  test.info().annotations.push({ type: 'gzip', description: JSON.stringify(sizes) });
  expect(sizes.script, 'it was measured at all').toBeGreaterThan(10_000);
  expect(sizes.script).toBeLessThanOrEqual(budgets.script);
  expect(sizes.stylesheet).toBeLessThanOrEqual(budgets.stylesheet);
});
