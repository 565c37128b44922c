import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const patient = { name: 'Nadia Greco', email: 'nadia@example.com', prefix: '+39', phone: '3337654321' };

test(
  'a professional prevents a record’s erasure, with a reason, until the hold is lifted',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'pina_keeps');
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${inDays(1)}T10:00`, proNotes: '' };
    await practice.call('placeBooking', { body: { booking, patient } });
    const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
    const [patients, common] = [textsOf('en', 'patients'), textsOf('en', 'common')];
    await logIn(page, practice.email, 'en');
    await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
    await page.getByRole('link', { name: patient.name }).click();
    const press = (key: string) => page.getByRole('button', { name: patients(key), exact: true }).click();
    const menu = page.getByRole('button', { name: patients('more', { patient: patient.name }) });
    const confirm = async (which: 'set' | 'lift', reason: string) => {
      await menu.click();
      await press(`legalHold.${which}.open`);
      const title = patients(`legalHold.${which}.title`, { patient: patient.name });
      const panel = page.getByRole('dialog', { name: title });
      const button = panel.getByRole('button', { name: patients(`legalHold.${which}.open`), exact: true });
      await expect(button).toBeDisabled();
      await panel.getByLabel(patients('legalHold.reason')).fill(reason);
      await expectAccessible(page);
      await button.click();
      await expect(panel).toBeHidden();
    };
    const erase = page.getByRole('button', { name: patients('erase.open'), exact: true });
    await menu.click();
    await expect(erase).toBeVisible();
    await page.keyboard.press('Escape');
    await confirm('set', 'Claim of 12 March');
    // The closing panel has the same text in its field.
    await expect(page.getByRole('main').getByText('Claim of 12 March')).toBeVisible();
    await menu.click();
    await expect(page.getByRole('button', { name: patients('legalHold.lift.open') })).toBeVisible();
    await expect(erase).toBeHidden();
    await page.reload();
    await expect(page.getByText(patients('legalHold.badge'), { exact: true })).toBeVisible();
    await confirm('lift', 'Settled');
    await menu.click();
    await expect(erase).toBeVisible();
  },
);
