import type { Page } from '@playwright/test';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { logIn } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { textsOf } from './texts.ts';

const calendar = textsOf('en', 'calendar');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome' };
const tomorrow = dayAhead(1);

/** Returns markup that would run if not escaped; the CSP would log it, which fails the test as well. */
const evil = (what: string) => `<img src=x onerror=ran=1> "><script>ran=1</script> ${what}`;
const names = {
  clinic: evil('clinic'),
  service: evil('service'),
  patient: evil('patient'),
  notes: evil('notes'),
};
const pro = { name: evil('name'), lastname: evil('lastname'), prefix: '+39', phone: '3331234567' };

const expectInert = async (page: Page, shown: readonly string[]): Promise<void> => {
  for (const text of shown) await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.locator('img[src="x"], script:not([src]):not([type])')).toHaveCount(0);
  expect(await page.evaluate('typeof ran')).toBe('undefined');
};

test('markup in names and notes is text on every page', async ({ stack, openWindow }) => {
  const client = createClient(stack.address);
  const { call } = client;
  const anna = await registerPro(client, 'markup');
  const { token } = anna;
  await succeed(call('updatePro', { params: { id: anna.proId }, body: pro, token }));
  const clinic = await openClinic(client, anna, names.clinic);
  const { clinicId } = clinic;
  const row = {
    clinicId,
    specializationId: 'acupuncture',
    serviceName: names.service,
    duration: 30,
    price: 80,
  };
  const [service] = (await succeed(call('addClinicServices', { body: [row], token }))).data;
  const offer = { hubId: clinic.hubId, clinicServiceId: service!.id };
  const { data: offered } = await succeed(call('addHubService', { body: offer, token }));
  const request = requestOf(clinicId, offered.id, `${tomorrow}T10:00`, 'evil');
  const contactInfo = { ...request.contactInfo, name: names.patient, patientNotes: names.notes };
  await succeed(call('requestBooking', { body: { ...request, contactInfo, language: 'en' } }));

  const window = await openWindow(browser);
  const page = await window.newPage();
  await page.goto('/booking/markup');
  await page.getByRole('option', { name: names.service }).waitFor({ state: 'attached' });
  await expectInert(page, [names.clinic]);
  await page.goto(await mailedLink(stack, 'evil@example.com', 'confirmation/'));
  await expectInert(page, [names.clinic, names.service]);
  await page.goto(await mailedLink(stack, 'evil@example.com', 'manage/'));
  await expectInert(page, [names.clinic, names.service]);

  await logIn(page, anna.email, 'en', 'secret123');
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'Europe/Rome' }).format();
  if (weekday === 'Sun') await page.getByRole('button', { name: /^Next/ }).click();
  await page.locator('.entry', { hasText: names.patient }).click();
  const details = page.getByRole('dialog', { name: calendar('details.title'), exact: true });
  for (const text of [names.patient, names.service, names.notes]) await expect(details).toContainText(text);
  await expectInert(page, []);
  for (const [path, shown] of [
    ['clinic', names.clinic],
    ['patients', names.patient],
    ['account-data', pro.lastname],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await expectInert(page, [shown]);
  }
});
