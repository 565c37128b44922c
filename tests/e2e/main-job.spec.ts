import type { Browser, BrowserContext, Page } from '@playwright/test';
import {
  addMyself,
  chooseFreePlan,
  openCalendar,
  openClinic,
  savePersonalData,
  signUp,
  untilLive,
} from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { mailsTo } from './mails.ts';
import { chooseTime, fillContact } from './patient.ts';
import { startOf, textsOf } from './texts.ts';

const es = textsOf('es', 'booking');
const calendar = textsOf('it', 'calendar');
const pro = { username: 'giulia_marin', email: 'giulia.marin@example.com', password: 'lungomare24' };
const patient = { name: 'Ana Ruiz Peña', email: 'ana.ruiz@example.com', phone: '612345678' };
// The clinic's time zone differs from both browsers', so a right time is no coincidence.
const practice = {
  name: 'Clínica del Mar',
  country: 'Spagna',
  province: 'Las Palmas',
  address: 'Calle Triana 20',
  city: 'Las Palmas',
  postalCode: '35002',
  services: [
    { specialization: 'Dermatologia e venereologia', name: 'Prima visita', minutes: 30, euro: '80' },
    { specialization: 'Dermatologia e venereologia', name: 'Controllo nei', minutes: 45, euro: '65,50' },
  ],
};
const ownBlue = 'rgb(28, 79, 143)';

const zone = 'Atlantic/Canary';
const day = 86_400_000;

/** Returns how many days ahead a day is, by its Spanish name, in the clinic's time zone. */
const daysAhead = (name: string): number => {
  const spanish = new Intl.DateTimeFormat('es-ES', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  });
  return Array.from({ length: 8 }, (_, ahead) => spanish.format(Date.now() + ahead * day)).indexOf(name);
};

/** Turns to the next week if the day is after the clinic's Sunday. */
const showDay = async (page: Page, ahead: number): Promise<void> => {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: zone }).format();
  const today = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(weekday);
  if (today + ahead < 7) return;
  await page.getByRole('button', { name: startOf(calendar('grid.next', { unit: '{{' })) }).click();
};

const openLiveCalendar = async (page: Page, ahead: number): Promise<void> => {
  await openCalendar(page);
  // A full reload has an end to wait for.
  await page.reload({ waitUntil: 'networkidle' });
  await untilLive(page);
  await showDay(page, ahead);
  await page.evaluate('window.stayed = true');
};

/**
 * Aborts all reads from now on, so that only the socket brings changes; returns a counter of aborted ones.
 */
const endReads = async (page: Page): Promise<() => number> => {
  let reads = 0;
  await page.route('**/api/pro_calendar/**', (route) => {
    reads += 1;
    return route.abort();
  });
  return () => reads;
};

/** Opens the same calendar without a socket, as a control that only the socket brings the booking. */
const openDeafCalendar = async (browser: Browser, window: BrowserContext, ahead: number): Promise<Page> => {
  const context = await browser.newContext({
    storageState: await window.storageState(),
    locale: 'it-IT',
    baseURL: new URL(window.pages()[0]?.url() ?? '').origin,
  });
  const page = await context.newPage();
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.goto('/dashboard/calendar');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await showDay(page, ahead);
  return page;
};

test('a patient books, confirms by the mailed link, and the professional sees it appear live', async ({
  browser,
  stack,
  openWindow,
}) => {
  const proWindow = await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome' });
  const proPage = await proWindow.newPage();
  await signUp(proPage, pro);
  await savePersonalData(proPage, 'Giulia', 'Marin');
  await chooseFreePlan(proPage);
  await openClinic(proPage, practice);
  await addMyself(proPage, ['Prima visita', 'Controllo nei']);

  const patientWindow = await openWindow({ locale: 'es-ES', timezoneId: 'Europe/Madrid', phone: true });
  const patientPage = await patientWindow.newPage();
  await patientPage.goto(`/booking/${pro.username}`);
  await expect(patientPage.getByRole('heading', { level: 1 })).toHaveText('GIULIA_MARIN');
  await expect(patientPage.getByText('Calle Triana 20')).toBeVisible();
  const chosen = await chooseTime(patientPage, 'es', 'Prima visita');
  const submit = patientPage.getByRole('button', { name: es('form.submit') });
  await expect(submit).toBeDisabled();
  await expectAccessible(patientPage);
  await fillContact(patientPage, 'es', patient);
  await expect(submit).toBeEnabled();

  const ahead = daysAhead(chosen.day);
  expect(ahead, chosen.day).toBeGreaterThanOrEqual(0);
  await openLiveCalendar(proPage, ahead);
  const deafPage = await openDeafCalendar(browser, proWindow, ahead);
  const entryOn = (page: Page) => page.locator('.entry', { hasText: patient.name });

  await submit.click();
  const success = patientPage.getByRole('dialog', { name: es('success.title') });
  await expect(success.getByText(es('success.text'))).toBeVisible();
  await expectAccessible(patientPage);
  await expect.poll(async () => mailsTo(stack, patient.email)).toHaveLength(1);
  // A hold is not a booking: calendars show its patient only after the confirmation.
  await expect(proPage.locator('.entry-held')).toHaveCount(1);
  await expect(entryOn(proPage)).toHaveCount(0);
  const reads = await endReads(proPage);
  await success.getByRole('button', { name: es('success.close') }).click();
  await expect(patientPage.getByRole('main'), 'who goes on by keyboard begins at the top').toBeFocused();
  await expect(patientPage.getByText(es('success.notice'))).toBeVisible();

  const mailPage = await patientWindow.newPage();
  await mailPage.goto('/dev/mail');
  await mailPage.getByRole('link').filter({ hasText: patient.email }).click();
  await mailPage.locator('a[href*="/confirmation/"]').click();
  await expect(mailPage.getByRole('heading', { name: es('confirmation.done') })).toBeVisible();
  await expect(mailPage.getByText(es('time.chosen', chosen))).toBeVisible();
  await expect(mailPage.getByText('hora de Europa occidental')).toBeVisible();
  await expect.poll(() => new URL(mailPage.url()).search, 'the token leaves the address bar').toBe('');
  await expectAccessible(mailPage);

  const entry = entryOn(proPage);
  await expect(entry).toBeVisible();
  await expect(entry).toContainText(chosen.time);
  await expect(entry).toHaveCSS('background-color', ownBlue);
  expect(await proPage.evaluate('window.stayed'), 'the page was not loaded again').toBe(true);
  expect(reads(), 'the calendar is not polled').toBe(0);
  await expect(entryOn(deafPage)).toHaveCount(0);
  await deafPage.reload();
  await deafPage.locator('.calendar-grid[data-shown="true"]').waitFor();
  // The address holds the chosen week.
  await expect(entryOn(deafPage)).toBeVisible();
  await deafPage.context().close();
});
