import type { Page } from '@playwright/test';
import { logIn, untilLive } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { openPractice, password } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { showTomorrow, tomorrow } from './week.ts';

const appointment = textsOf('it', 'appointment');
const auth = textsOf('it', 'auth');
const common = textsOf('it', 'common');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true };

const partsOf = (page: Page) => {
  const panel = page.getByRole('dialog', { name: appointment('title') });
  return {
    panel,
    email: panel.getByLabel(appointment('patient.newEmail'), { exact: true }),
    notes: panel.getByLabel(appointment('proNotes'), { exact: true }),
  };
};

/** Button that continues the draft that was left. */
const goOn = (page: Page) =>
  partsOf(page).panel.getByRole('button', { name: startOf(appointment('goOn', { draft: '{{' })) });

/** Ends the session on the server, as another device can. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('visita.session')}`;
    await fetch('/api/logout', { method: 'POST', headers: { authorization } });
  });

/** Clicks an hour of tomorrow, which opens a new booking. */
const clickHour = async (page: Page, hour: number): Promise<void> => {
  await showTomorrow(page, 'it');
  const column = page.locator(`.time-column[data-date="${tomorrow()}"]`);
  await column.evaluate(
    (element, share) => element.closest('.time-scroller')?.scrollTo(0, element.clientHeight * share),
    (hour - 1) / 24,
  );
  const box = (await column.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height * hour) / 24 + 4);
  await partsOf(page).panel.waitFor();
};

const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(partsOf(page).panel).toHaveCount(0);
};

test('a draft is offered after Back, another page and a reload, fills no other form, and is gone after a logout', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'dora_drafts');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'it');
  const { panel, email, notes } = partsOf(page);
  await clickHour(page, 10);
  await email.fill('nadia@example.com');
  await notes.fill('asthma');
  await page.goBack();
  await page.goto('/dashboard/calendar');
  await clickHour(page, 12);
  await expect(email).toHaveValue('');
  await expect(notes).toHaveValue('');
  await close(page);
  await page.reload();
  await clickHour(page, 10);
  await expect(email).toHaveValue('');
  await goOn(page).click();
  await expect(email).toHaveValue('nadia@example.com');
  await expect(notes).toHaveValue('asthma');
  await expect(panel.getByText(common('draft.kept'))).toBeVisible();
  await close(page);

  await page.getByRole('button', { name: common('nav.logout'), exact: true }).click();
  await page.waitForURL('**/login');
  await logIn(page, practice.email, 'it');
  await clickHour(page, 10);
  await expect(notes).toHaveValue('');
  await expect(goOn(page)).toHaveCount(0);
});

test('a session that ended elsewhere asks for the password over a form, and does not show the app as offline', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'elsa_ended');
  const page = await (await openWindow(browser)).newPage();
  await logIn(page, practice.email, 'it');
  await untilLive(page);
  const { notes } = partsOf(page);
  await clickHour(page, 10);
  await notes.fill('asthma');
  await endSession(page);
  const dialog = page.getByRole('dialog', { name: auth('again.endedTitle') });
  await dialog.waitFor();
  await expect(page.getByText(common('live.offline'), { exact: true })).toHaveCount(0);
  await dialog.getByLabel(common('fields.password'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: auth('again.submit'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect(notes).toHaveValue('asthma');
  await untilLive(page);

  await close(page);
  await endSession(page);
  await page.waitForURL('**/login');
  await expect(page.getByText(auth('again.endedTitle'))).toBeVisible();
  await logIn(page, practice.email, 'it');
  await clickHour(page, 10);
  await goOn(page).click();
  await expect(notes).toHaveValue('asthma');
});
