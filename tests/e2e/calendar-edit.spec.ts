import type { Page } from '@playwright/test';
import { logIn, untilLive } from './dashboard.ts';
import { expect, expectAccessible, expectAlert, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { showTomorrow, tomorrow } from './week.ts';

const common = textsOf('en', 'common');
const calendar = textsOf('en', 'calendar');
const appointment = textsOf('en', 'appointment');
const italian = { calendar: textsOf('it', 'calendar'), common: textsOf('it', 'common') };

const zone = 'Europe/Rome';
const patient = { name: 'Nadia Greco', email: 'nadia.greco@example.com', prefix: '+39', phone: '3337654321' };

const entryOn = (page: Page) => page.locator('.entry', { hasText: patient.name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'a guest edits and deletes a booking, and the owner sees it live',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'aldo_live');
    const guest = await joinPractice(stack, practice, 'vera_live', 'Vera');
    const booking = { hubServiceId: guest.hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
    await practice.call('placeBooking', { body: { booking, patient } });

    const ownerWindow = await openWindow({ locale: 'it-IT', timezoneId: zone });
    const ownerPage = await ownerWindow.newPage();
    await logIn(ownerPage, practice.email, 'it');
    // After a full reload, only the socket brings changes.
    await ownerPage.reload({ waitUntil: 'networkidle' });
    await untilLive(ownerPage);
    await showTomorrow(ownerPage, 'it');
    await expect(entryOn(ownerPage)).toContainText('10:00');
    await ownerPage.evaluate('window.stayed = true');
    let reads = 0;
    await ownerPage.route('**/api/pro_calendar/**', (route) => {
      reads += 1;
      return route.abort();
    });

    const guestWindow = await openWindow({ locale: 'en-GB', timezoneId: 'America/New_York', refusals: true });
    const page = await guestWindow.newPage();
    await logIn(page, guest.email, 'en');
    await showTomorrow(page, 'en');
    await entryOn(page).click();
    await expect(dialog(page, calendar('details.title'))).toContainText(patient.email);
    await expectAccessible(page);
    const otherTab = await guestWindow.newPage();
    await otherTab.goto('/dashboard/calendar');
    await otherTab.getByText(common('live.live'), { exact: true }).waitFor();
    await showTomorrow(otherTab, 'en');
    await entryOn(otherTab).click();

    const notes = page.getByLabel(calendar('details.proNotes'));
    await expect(button(page, calendar('notes.save'))).toBeDisabled();
    await notes.fill('Ask about the holidays');
    await page.route('**/api/edit_booking_notes/**', (route) =>
      route.fulfill({ status: 409, json: { code: 'booking-not-active', error: 'Gone' } }),
    );
    await button(page, calendar('notes.save')).click();
    await expectAlert(page, 'Error while adding a new note. Try later or contact support');
    await page.unroute('**/api/edit_booking_notes/**');
    await button(page, calendar('notes.save')).click();
    await expect(page.getByText(calendar('notes.done'))).toBeVisible();
    await expect(button(page, calendar('notes.save'))).toBeDisabled();
    const elsewhere = otherTab.getByLabel(calendar('details.proNotes'));
    await expect(elsewhere, 'notes reach the other tab').toHaveValue('Ask about the holidays');
    await otherTab.close();

    await button(page, calendar('edit.open')).click();
    await expect(button(page, calendar('edit.save'))).toBeDisabled();
    const time = appointment('time');
    await page.getByLabel(common('fields.hoursOf', { label: time })).fill('11');
    await page.getByLabel(common('fields.minutesOf', { label: time })).fill('30');
    await expectAccessible(page);
    await button(page, calendar('edit.save')).click();
    await expect(dialog(page, calendar('edit.confirmTitle'))).toContainText(calendar('edit.mailed'));
    await expectAccessible(page);
    await page.route('**/api/edit_booking/**', (route) =>
      route.fulfill({ status: 409, json: { code: 'booking-not-active', error: 'Gone' } }),
    );
    await button(page, calendar('edit.confirm')).click();
    await expectAlert(page, 'Error while editing a booking. Try again or contact support');
    await page.unroute('**/api/edit_booking/**');
    await button(page, calendar('edit.save')).click();
    await button(page, calendar('edit.confirm')).click();
    await expect(dialog(page, calendar('details.title'))).toContainText('11:30');
    await expect(notes, 'what was noted stays').toHaveValue('Ask about the holidays');
    await expect(entryOn(ownerPage)).toContainText('11:30');

    // The owner has the booking open while it is deleted.
    await entryOn(ownerPage).click();
    const ownerPanel = dialog(ownerPage, italian.calendar('details.title'));
    await expect(ownerPanel).toContainText('11:30');
    await expect(ownerPanel.getByLabel(italian.calendar('details.proNotes'))).toHaveCount(0);
    await button(page, calendar('remove.open')).click();
    await expectAccessible(page);
    await dialog(page, calendar('remove.confirmTitle'))
      .getByRole('button', { name: calendar('remove.confirm'), exact: true })
      .click();
    await expect(entryOn(page)).toHaveCount(0);
    await expect(entryOn(ownerPage)).toHaveCount(0);
    await expect(ownerPanel).toBeHidden();
    expect(await ownerPage.evaluate('window.stayed'), 'the page was not loaded again').toBe(true);
    expect(reads, 'the calendar is not polled').toBe(0);
  },
);
