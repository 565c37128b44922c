import type { Page } from '@playwright/test';
import { chooseFreePlan, openClinic, savePersonalData, signUp, studioLevante } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { textsOf } from './texts.ts';

const booking = textsOf('it', 'booking');
const clinic = textsOf('it', 'clinic');
const common = textsOf('it', 'common');
const welcome = textsOf('it', 'welcome');
const username = 'nina_first';
const account = { username, email: 'nina.first@example.com', password: 'lungomare24' };

/** What a person does on the page, as the page notices it. */
type Effort = { clicks: number; fields: number; keys: number; panels: number };

const countEffort = async (page: Page): Promise<Effort & { screens: Set<string> }> => {
  const effort = { clicks: 0, fields: 0, keys: 0, panels: 0, screens: new Set<string>() };
  await page.exposeFunction('counted', (kind: keyof Effort, count: number) => {
    effort[kind] += count;
  });
  page.on('framenavigated', (frame) => effort.screens.add(new URL(frame.url()).pathname));
  await page.addInitScript(`
    const written = new Map();
    const seen = new WeakSet();
    addEventListener('click', (event) => {
      if (event.isTrusted) counted('clicks', 1);
    }, true);
    addEventListener('input', ({ target }) => {
      if (!written.has(target)) counted('fields', 1);
      const length = /checkbox|radio/.test(target.type) ? 0 : target.value.length;
      counted('keys', Math.max(0, length - (written.get(target) ?? 0)));
      written.set(target, length);
    }, true);
    new MutationObserver(() => {
      for (const dialog of document.querySelectorAll('[role="dialog"]'))
        if (!seen.has(dialog)) { seen.add(dialog); counted('panels', 1); }
    }).observe(document, { childList: true, subtree: true });`);
  return effort;
};

/**
 * Seconds that this takes somebody used to computers, by the keystroke-level model (Card, Moran and Newell 1980): a key
 * 0.28, pointing and pressing 1.3, moving a hand to the keyboard and thinking 1.75 for each field and each screen.
 */
const secondsOf = ({ clicks, fields, keys, panels, screens }: Effort & { screens: Set<string> }): number =>
  keys * 0.28 + clicks * 1.3 + (fields + panels + screens.size) * 1.75;

test('from the sign-up to a link to share in well under three minutes', async ({ stack, openWindow }) => {
  const context = await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' });
  const page = await context.newPage();
  const effort = await countEffort(page);
  const started = Date.now();
  await signUp(page, account);
  await savePersonalData(page, 'Nina', 'Marin');
  await chooseFreePlan(page);
  await openClinic(page, studioLevante);
  await page.getByRole('button', { name: welcome('actions.availability'), exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: clinic('collaborators.myself') }).click();
  await panel.getByRole('button', { name: clinic('availability.add') }).click();
  await panel.getByRole('button', { name: clinic('collaborators.save') }).click();
  await panel.getByText(clinic('collaborators.doneMyself')).waitFor();
  await panel.getByRole('button', { name: common('actions.close') }).click();
  await panel.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: welcome('actions.share'), exact: true }).click();
  const link = page
    .getByRole('dialog', { name: welcome('share.title') })
    .getByLabel(welcome('share.address'));
  await expect(link).toHaveValue(`${stack.address}/booking/${username}`);
  const took = `${Math.round((Date.now() - started) / 1000)} s by the test`;

  // What was counted before this has arrived with it.
  await page.evaluate("counted('clicks', 0)");
  const { screens, ...counts } = effort;
  const seconds = Math.round(secondsOf(effort));
  const description = JSON.stringify({ screens: screens.size, ...counts, seconds, took });
  test.info().annotations.push({ type: 'effort', description });
  expect(seconds, 'it was counted at all').toBeGreaterThan(60);
  expect(seconds, description).toBeLessThan(120);
  // Each one more is paid for by everybody who begins.
  expect(screens.size, description).toBeLessThanOrEqual(5);
  expect(counts.panels, description).toBeLessThanOrEqual(4);
  expect(counts.fields, description).toBeLessThanOrEqual(15);
  expect(counts.clicks, description).toBeLessThanOrEqual(24);

  const visitor = await context.newPage();
  await visitor.goto(await link.inputValue());
  await visitor.getByRole('gridcell').getByRole('button', { disabled: false }).first().click();
  await expect(visitor.getByRole('region', { name: booking('time.step') })).toBeVisible();
});
