import type { Page } from '@playwright/test';
import { openClinic } from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';
import { expect, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { chooseTime, fillContact } from './patient.ts';
import { openAccount, openPractice, studioAurora } from './practice.ts';
import { overlaysOn } from './screens/openings.ts';
import { show } from './screens/show.ts';
import { screens } from './screens.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const slug = 'lea_phones';
const patient = { name: 'Lea Conti', email: 'lea.conti@example.com', phone: '3337654321' };
const it = textsOf('it', 'booking');
const locale = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const touch = { ...locale, hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } };
/** Removes features that Safari has only since 17.4. */
const older = 'delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers;';

let practice: Awaited<ReturnType<typeof openPractice>>;
test.beforeAll(async ({ stack }) => {
  practice = await openPractice(stack, slug);
});

const beyondScreen = (page: Page): Promise<number> =>
  // A phone's layout viewport grows with overflowing content.
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Returns fields on which iOS zooms. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('input:not([type=checkbox], [type=radio]), select, textarea')]
    .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML.slice(0, 120))`);

test('no field is so small that iOS zooms on it', async ({ openWindow }) => {
  const window = await openWindow(touch);
  const page = await window.newPage();
  await page.goto(`/booking/${slug}`);
  await chooseTime(page, 'it', 'Controllo nei');
  expect(await smallFields(page)).toEqual([]);
  for (const path of ['/login', '/signup', '/password-request']) {
    await page.goto(path);
    await page.locator('form input').first().waitFor();
    expect(await smallFields(page), path).toEqual([]);
  }
});

test('no field of a panel is so small either', async ({ openWindow, world }) => {
  const page = await (await openWindow({ ...touch, viewport: { width: 390, height: 844 } })).newPage();
  const panels = { calendar: /^new booking/, inactivity: /./, patients: /^edit$/ };
  for (const [name, wanted] of Object.entries(panels)) {
    const screen = screens.find(({ route }) => route === `/dashboard/${name}`)!;
    const states = overlaysOn(screen, 'phone').filter((state) => wanted.test(state.name));
    expect(states.length, name).toBeGreaterThan(0);
    for (const state of states) {
      await show(page, { screen, state, world, language: 'it' });
      await page.locator('[role=dialog] input').first().waitFor();
      expect(await smallFields(page), `${name}: ${state.name}`).toEqual([]);
    }
  }
  await page.goto('/dashboard/patients');
  await page.locator('main input').first().waitFor();
  expect(await smallFields(page), 'the list of patients').toEqual([]);
});

test('names of one long word do not widen the page', async ({ stack, openWindow }) => {
  const long = 'Psiconeuroendocrinoimmunologiacomportamentaleapplicata';
  const account = await openAccount(stack, 'longnamesphone', long);
  const place = { ...studioAurora.place, city: long, address: `Via ${long} 1` };
  const visits = [long, 'Visita'].map((serviceName) => ({
    serviceName,
    duration: 30,
    specializationId: 'dermatology',
  }));
  const owner = { ...account, proId: account.id };
  const clinic = await openClinic(account.client, owner, `${long}studio`, { ...studioAurora, place, visits });
  const page = await (await openWindow(touch)).newPage();
  await page.goto('/booking/longnamesphone');
  await expect.poll(() => page.getByRole('combobox').count()).toBe(1);
  expect(await beyondScreen(page)).toBeLessThanOrEqual(0);
  await chooseTime(page, 'it', long);
  expect(await beyondScreen(page), 'with the form').toBeLessThanOrEqual(0);
  const inside = page.getByRole('dialog');
  expect(await inside.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  for (const path of ['/login', '/signup', '/password-request']) {
    await page.goto(path);
    await page.locator('form input').first().waitFor();
    expect(await beyondScreen(page), path).toBeLessThanOrEqual(0);
  }
  const { clinicId, offers } = clinic;
  const booking = { hubServiceId: offers[0], date: `${tomorrow()}T10:00` };
  const contact = { ...patient, name: `${long} ${long}`, prefix: '+39' };
  await succeed(
    account.client.call('placeBooking', { body: { booking, patient: contact }, token: account.token }),
  );
  await page.evaluate(`localStorage.setItem('visita.session', '${account.token}')`);
  const views = ['day', 'week', 'month', 'agenda'].map((view) => `calendar?view=${view}&date=${tomorrow()}`);
  for (const path of [
    ...views,
    'today',
    'patients',
    'clinic',
    `clinic/${clinicId}`,
    'setting',
    'account-data',
    'overview',
    'inactivity',
  ]) {
    await page.goto(`/dashboard/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect.soft(await beyondScreen(page), path).toBeLessThanOrEqual(0);
  }
});

test('a device clock that is a day fast hides nothing, and the chosen day is announced', async ({
  openWindow,
}) => {
  const labels: string[][] = [];
  for (const ahead of [0, 86_400_000]) {
    const page = await (await openWindow(locale)).newPage();
    if (ahead > 0) await page.clock.setFixedTime(Date.now() + ahead);
    await page.goto(`/booking/${slug}`);
    await page.getByRole('combobox').selectOption({ index: 1 });
    const days = page.getByRole('gridcell').getByRole('button');
    await days.first().waitFor();
    labels.push(await days.evaluateAll((all) => all.map((day) => day.ariaLabel ?? '')));
    const free = page.locator('[role=gridcell] [aria-disabled=false]').first();
    await free.click();
    const label = (await free.getAttribute('aria-label')) ?? 'none';
    await expect(page.getByRole('status').filter({ hasText: label })).toHaveCount(1);
  }
  expect(labels[1]?.map((label) => label.replace(/, [^,]+$/, ''))).toEqual(
    labels[0]?.map((label) => label.replace(/, [^,]+$/, '')),
  );
});

test('browsers without Map.groupBy and Promise.withResolvers can book, also with a proof of work', async ({
  openWindow,
}) => {
  const window = await openWindow({ ...locale, refusals: true });
  await window.addInitScript(older);
  const page = await window.newPage();
  await page.route('**/*worker*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: older + (await response.text()) });
  });
  // SHA-256 of "salt" and 7, like the server's challenge.
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('salt7'));
  const challenge = {
    algorithm: 'SHA-256',
    challenge: Buffer.from(digest).toString('hex'),
    salt: 'salt',
    signature: 's',
    maxnumber: 100,
  };
  const sent: { proof?: string }[] = [];
  await page.route('**/api/new_booking', async (route) => {
    sent.push(route.request().postDataJSON() as { proof?: string });
    const refusal = { code: 'proof-needed', error: 'Proof', challenge };
    if (sent.length === 1) return route.fulfill({ status: 409, json: refusal });
    const data = { id: 'one', confirmBy: new Date().toISOString() };
    return route.fulfill({ json: { message: '', data } });
  });
  await page.goto(`/booking/${slug}`);
  await chooseTime(page, 'it', 'Prima visita');
  await fillContact(page, 'it', patient);
  await page.getByRole('button', { name: it('form.submit') }).click();
  await page.getByRole('dialog', { name: it('success.title') }).waitFor();
  const proof = JSON.parse(Buffer.from(sent[1]?.proof ?? '', 'base64').toString()) as { number: number };
  expect(proof.number).toBe(7);
});

test('browsers without them show the calendar and the patients', async ({ openWindow }) => {
  const window = await openWindow(locale);
  await window.addInitScript(older);
  const page = await window.newPage();
  await page.goto('/cookie-policy');
  await page.evaluate(`localStorage.setItem('visita.session', '${practice.token}')`);
  for (const view of ['day', 'week', 'month', 'agenda']) {
    await page.goto(`/dashboard/calendar?view=${view}`);
    await expect(page.locator('.calendar-grid[data-shown=true]')).toBeVisible();
  }
  await page.goto('/dashboard/patients');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('after hours were removed, the move reports that there are no other times', async ({
  stack,
  openWindow,
}) => {
  const { call, clinicId, hubServiceIds } = await openPractice(stack, 'withdrawnhours');
  const body = { clinicId, serviceHubId: hubServiceIds[0], date: '' };
  const read = await succeed(practice.client.call('getBookingAvailabilities', { params: { clinicId } }));
  const day = read.data[3]!;
  body.date = `${day.date}T${day.bookingAvailabilities[0]!.availabilities[0]}`;
  const contact = { ...patient, email: 'hours@example.com', prefix: '+39', privacyPolicy: true as const };
  await succeed(practice.client.call('requestBooking', { body: { ...body, contactInfo: contact } }));
  const link = await mailedLink(stack, contact.email, 'confirmation/');
  const token = new URL(link, stack.address).searchParams.get('token') ?? '';
  const { manage_token: manage } = (await succeed(practice.client.call('confirmBooking', { token }))).data;
  const page = await (await openWindow({ ...locale, refusals: true })).newPage();
  await page.goto(`/manage/?token=${encodeURIComponent(manage)}`);
  await page.getByRole('button', { name: it('manage.move') }).waitFor();
  const { data: clinic } = await call('getClinic', { params: { id: clinicId } });
  if (!('hubs' in clinic)) throw new Error('the owner sees the hubs');
  for (const hub of clinic.hubs)
    for (const { id } of hub.availabilities) await call('removeHubAvailability', { params: { id } });
  await page.getByRole('button', { name: it('manage.move') }).click();
  await expect(page.getByText(/Al momento non ci sono altri orari/)).toBeVisible();
});
