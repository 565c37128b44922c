import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, succeed } from '../support/http.ts';
import type { Stack } from '../support/stack.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { dayIn, inDays, showMonthOf } from './week.ts';

const slug = 'paola_gestione';
const patient = { name: 'Rosa Lupi', email: 'rosa.lupi@example.com', prefix: '+39', phone: '3331112233' };
const it = textsOf('it', 'booking');

test.beforeAll(({ stack }) => openPractice(stack, slug));

/** Waits for the link to a page in a mail to an address. */
const mailedLink = async ({ varDirectory }: Stack, email: string, page: string): Promise<string> => {
  const directory = join(varDirectory, 'mail');
  const find = async (): Promise<string | undefined> => {
    const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.json'));
    const mails = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
    const texts = mails
      .map((mail) => JSON.parse(mail) as { to: string; text: string })
      .filter(({ to }) => to === email);
    const links = texts.flatMap(({ text }) => text.match(/\/\w+\/\?token=\S+/) ?? []);
    return links.find((link) => link.startsWith(`/${page}/`));
  };
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
};

/**
 * Books some days ahead and confirms as the patient's browser would; returns the link to manage the booking.
 */
const confirmedBooking = async (stack: Stack, email = patient.email): Promise<string> => {
  const { call } = createClient(stack.address);
  const { id } = (await succeed(call('getProByUrl', { params: { url: slug } }))).data;
  const clinics = async () => (await succeed(call('getProClinics', { params: { id } }))).data;
  // The clinic was opened by another client, so this one may lag.
  await expect.poll(clinics).toHaveLength(1);
  const clinicId = (await clinics())[0]!.id;
  const read = async () => {
    const { data } = await succeed(call('getBookingAvailabilities', { params: { clinicId } }));
    return data.filter((day) => day.bookingAvailabilities.length > 0);
  };
  await expect.poll(async () => (await read()).length, 'the practice has free days').toBeGreaterThan(4);
  const { date, bookingAvailabilities } = (await read())[4]!;
  const [offer] = bookingAvailabilities;
  const body = {
    clinicId,
    serviceHubId: offer!.hubServiceId,
    date: `${date}T${offer!.availabilities[0]}`,
    contactInfo: { ...patient, email, privacyPolicy: true as const },
  };
  await succeed(call('requestBooking', { body }));
  const token = new URL(await mailedLink(stack, email, 'confirmation'), stack.address).searchParams.get(
    'token',
  );
  await succeed(call('confirmBooking', { token: token ?? '' }));
  return mailedLink(stack, email, 'manage');
};

test('a patient moves and cancels by the link in the mail', async ({ stack, openWindow }) => {
  const link = await confirmedBooking(stack);
  const window = await openWindow({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    phone: true,
    refusals: true,
  });
  const page = await window.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: it('manage.title') })).toBeVisible();
  await expect(page.getByText('Marco De Santis')).toBeVisible();
  await expect(page.getByText(/, 24 ore prima dell’appuntamento\./)).toBeVisible();
  await expect.poll(() => new URL(page.url()).search, 'the token leaves the address bar').toBe('');
  await expectAccessible(page);

  await page.getByRole('button', { name: it('manage.move') }).click();
  // Late enough that the visit can be cancelled afterwards.
  const day = dayIn(page, inDays(5), 'it');
  await showMonthOf(page.getByRole('button', { name: it('day.next') }), day);
  await day.click();
  const time = page.getByRole('button', { name: /^\d\d:\d\d$/ }).last();
  const chosen = await time.innerText();
  await time.click();
  await expectAccessible(page);
  const here = page.getByRole('button', { name: it('manage.moveHere') });
  await page.route('**/api/manage_booking', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { code: 'slot-taken', error: 'Taken' } })
      : route.fallback(),
  );
  const again = page.waitForResponse('**/api/booking_availabilities/*');
  await here.click();
  await expect(page.getByRole('alert')).toContainText(it('error.taken'));
  await again;
  await expect(time, 'the day is still chosen, and its times are read again').toBeVisible();
  await page.unroute('**/api/manage_booking');
  await here.click();
  await expect(page.getByText(it('manage.moved'))).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: chosen })).toBeVisible();

  await page.getByRole('button', { name: it('manage.cancel') }).click();
  const dialog = page.getByRole('dialog', { name: it('manage.cancelTitle') });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: it('manage.cancelNow') }).click();
  await expect(page.getByText(it('manage.gone'))).toBeVisible();
  await expect(page.getByRole('button', { name: it('manage.move') })).toHaveCount(0);
  await expectAccessible(page);
});

test('an invalid link is reported', async ({ openWindow }) => {
  const window = await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true });
  const page = await window.newPage();
  await page.goto('/manage/?token=not-a-token');
  await expect(page.getByRole('alert')).toContainText(it('manage.unknown'));
  await expectAccessible(page);
});

test('a patient chooses how to get messages, by keyboard, and stops them', async ({ stack, openWindow }) => {
  const link = await confirmedBooking(stack, 'rosa.messaggi@example.com');
  const window = await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', phone: true });
  const page = await window.newPage();
  await page.goto(link);
  await page.getByRole('link', { name: it('messages.link') }).click();
  await expect(page.getByRole('heading', { name: it('messages.title') })).toBeVisible();
  await expect.poll(() => new URL(page.url()).search, 'the token leaves the address bar').toBe('');
  await expectAccessible(page);
  const recalls = page.getByRole('checkbox', { name: it('messages.recalls') });
  await expect(recalls).toBeChecked();
  await recalls.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(it('messages.saved'))).toBeVisible();

  await page.getByRole('button', { name: it('messages.stop') }).press('Enter');
  await expect(page.getByRole('button', { name: it('messages.resume') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: it('messages.resume') })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: it('messages.resume') }).click();
  await expect(recalls).not.toBeChecked();
});
