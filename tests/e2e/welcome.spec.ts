import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addMyself, logIn, openClinic, studioLevante } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openAccount, openPractice, password } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const auth = textsOf('it', 'auth');
const common = textsOf('it', 'common');
const clinic = textsOf('it', 'clinic');
const welcome = textsOf('it', 'welcome');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

const card = (page: Page) => page.getByRole('region', { name: welcome('title') });
const step = (page: Page, name: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ hasText: welcome(`steps.${name}`) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const tomorrow = inDays(1);
const patient = { name: 'Nives Orlando', email: 'nives@example.com', prefix: '+39', phone: '3337654321' };

const { services, ...place } = studioLevante;
const [service] = services;

/** Returns a bookable hub service of the logged-in professional. */
const hubServiceOf = async (page: Page): Promise<string> => {
  const answer = page.waitForResponse((response) => /\/api\/pros\/[^/]+\/clinics/.test(response.url()));
  await page.reload();
  const { data } = (await (await answer).json()) as { data: { hubs: { services: { id: string }[] }[] }[] };
  return data[0]?.hubs[0]?.services[0]?.id ?? '';
};

test('a new professional is guided from the clinic to the link, and no further', async ({
  stack,
  openWindow,
}) => {
  const { email, call } = await openAccount(stack, 'nora_welcome');
  const context = await openWindow(browser);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel(common('fields.email'), { exact: true }).fill(email);
  await page.getByLabel(common('fields.password'), { exact: true }).fill(password);
  await button(page, auth('login.submit')).click();
  await page.waitForURL('**/dashboard/clinic');
  await expect(step(page, 'clinic')).toHaveAttribute('aria-current', 'step');
  await expectAccessible(page);
  await button(page, welcome('actions.clinic')).click();
  await expect(page.getByLabel(clinic('details.name'), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openClinic(page, studioLevante);
  await expect(step(page, 'clinic')).toHaveAttribute('data-done', 'true');
  await expect(step(page, 'services')).toHaveAttribute('data-done', 'true');

  await button(page, welcome('actions.availability')).click();
  await expect(
    page.getByRole('dialog', { name: clinic('collaborators.panel', { clinic: place.name }) }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await addMyself(page, [service.name]);
  await expect(step(page, 'share')).toHaveAttribute('aria-current', 'step');

  await button(page, welcome('actions.share')).click();
  const dialog = page.getByRole('dialog', { name: welcome('share.title') });
  await expect(dialog.getByLabel(welcome('share.address'))).toHaveValue(
    `${stack.address}/booking/nora_welcome`,
  );
  await expect(dialog.getByRole('img', { name: /nora_welcome$/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // Once there is a booking, the checklist disappears for good.
  const booking = { hubServiceId: await hubServiceOf(page), date: `${tomorrow}T10:00`, proNotes: '' };
  await call('placeBooking', { body: { booking, patient } });
  await page.reload();
  await page.getByRole('heading', { name: place.name }).waitFor();
  await expect.poll(() => page.evaluate("localStorage.getItem('visita.welcomed')")).toContain('-');
  await expect(card(page)).toHaveCount(0);
});

/** Counts loads of the checklist's script, which is only loaded with the card. */
const cardScripts = (page: Page): (() => number) => {
  let loaded = 0;
  page.on('request', (request) => {
    if (/assets\/welcome-card-.*\.js$/.test(request.url())) loaded += 1;
  });
  return () => loaded;
};

test(
  'the checklist is shown above the calendar until there is a booking option',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const { id, token, call } = await openAccount(stack, 'nive_welcome');
    const { country: _, province: __, ...address } = place;
    const clinicBody = { ...address, provinceId: 'IT-MI', ownerId: id, onlineBooking: true };
    const opened = await call('openClinic', { body: clinicBody });
    const { id: clinicId } = opened.data;
    const row = {
      clinicId,
      specializationId: 'dermatology',
      serviceName: service.name,
      duration: 30,
      price: 80,
    };
    await call('addClinicServices', { body: [row] });

    const page = await (await openWindow(browser)).newPage();
    await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
    await page.goto('/dashboard/calendar');
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    await expect(step(page, 'services')).toHaveAttribute('data-done', 'true');
    await expect(step(page, 'availability')).toHaveAttribute('aria-current', 'step');
    await expectAccessible(page);
    await button(page, welcome('actions.availability')).click();
    await page.waitForURL('**/dashboard/clinic');
    await page.getByRole('dialog').press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await addMyself(page, [service.name]);
    await expect(step(page, 'share')).toHaveAttribute('aria-current', 'step');

    await page.getByRole('link', { name: common('nav.calendar'), exact: true }).click();
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    await expect(card(page)).toHaveCount(0);
    const scripts = cardScripts(page);
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator('.calendar-grid[data-shown="true"]').waitFor();
    await expect(card(page)).toHaveCount(0);
    expect(scripts(), 'a pro who can be booked loads nothing of it').toBe(0);
    await page.goto('/dashboard/clinic');
    await expect(card(page)).toBeVisible();
    expect(scripts()).toBe(1);
  },
);

test(
  'the checklist can be hidden; link and code stay in the settings',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const { email } = await openPractice(stack, 'nilo_welcome');
    const page = await (await openWindow({ ...browser, phone: true, colorScheme: 'dark' })).newPage();
    await logIn(page, email, 'it');
    await page.goto('/dashboard/clinic');
    await expect(step(page, 'availability')).toHaveAttribute('data-done', 'true');
    await expect(button(page, welcome('actions.share'))).toBeVisible();
    await expectAccessible(page);
    await button(page, welcome('hide')).click();
    await expect(card(page)).toHaveCount(0);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: clinic('title') }).waitFor();
    await page.waitForLoadState('networkidle');
    await expect(card(page)).toHaveCount(0);

    await page.goto('/dashboard/setting');
    await button(page, welcome('share.open')).click();
    const saved = page.waitForEvent('download');
    await button(page, welcome('share.download')).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('visita-nilo_welcome.png');
    const png = readFileSync(await file.path());
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe('1024x1024');
    await expectAccessible(page);
  },
);
