import type { Page } from '@playwright/test';
import { untilLive } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { showTomorrow, tomorrow } from './week.ts';

const common = textsOf('it', 'common');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const patient = { name: 'Nadia Greco', email: 'nadia.greco@example.com', prefix: '+39', phone: '3337654321' };

const holdRooms = async (page: Page): Promise<() => void> => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (message) => {
      if (String(message).includes('join_clinic')) await opened;
      server.send(message);
    });
  });
  return open;
};

const countReads = (page: Page, address: RegExp): (() => number) => {
  let reads = 0;
  page.on('request', (request) => {
    if (address.test(request.url())) reads += 1;
  });
  return () => reads;
};

test('changes between the first read and joining the rooms are not missed', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'lidia_live');
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  const open = await holdRooms(page);
  const reads = countReads(page, /\/api\/pro_calendar\//);
  const clinicReads = countReads(page, /\/api\/pros\/[^/]+\/clinics/);
  const patientReads = countReads(page, /\/api\/patient_list\//);
  // Showing the next week, which on a Sunday has tomorrow, would be a read more.
  await page.goto(`/dashboard/calendar?date=${tomorrow()}`, { waitUntil: 'networkidle' });
  await expect(page.getByText(common('live.connecting'), { exact: true })).toBeVisible();
  expect(reads()).toBe(1);

  const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  await practice.call('placeBooking', { body: { booking, patient } });
  const entry = page.locator('.entry', { hasText: patient.name });
  await expect(entry).toHaveCount(0);
  open();
  await expect(entry).toBeVisible();
  await untilLive(page);
  expect(reads(), 'once more, and only once').toBe(2);
  expect(clinicReads(), 'of what the rooms bring no news of').toBe(1);

  // Requests after that are up to date.
  await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
  await expect(page.getByRole('main').getByText(patient.email)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(patientReads()).toBe(1);
});

test('after a gap everything is read again, once', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'linda_live');
  const page = await (await openWindow({ ...browser, outages: true })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  let cut = () => {};
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer();
    cut = () => void socket.close();
  });
  await page.goto('/dashboard/calendar');
  await untilLive(page);
  await page.waitForLoadState('networkidle');
  await showTomorrow(page, 'it');
  const reads = countReads(page, /\/api\/pro_calendar\//);
  const clinicReads = countReads(page, /\/api\/pros\/[^/]+\/clinics/);
  await page.evaluate(`window.seen = [];
    const dot = document.querySelector('header [role="status"]');
    new MutationObserver(() => window.seen.push(dot.dataset.state)).observe(dot, { attributes: true });`);
  cut();
  await expect.poll(() => page.evaluate('window.seen.join(" ")')).toBe('offline live');
  expect([reads(), clinicReads()]).toEqual([1, 1]);
});
