import type { Page } from '@playwright/test';
import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { joinPractice, openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const clinic = textsOf('en', 'clinic');
const common = textsOf('en', 'common');
const browser = { locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const activeOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: clinic('team.activeOf', { name }) });

const openClinics = async (page: Page, email: string): Promise<void> => {
  await logIn(page, email, 'en');
  await page.getByRole('link', { name: common('nav.clinic'), exact: true }).click();
  await page.getByRole('heading', { name: clinic('collaborators.title') }).waitFor();
};

test('an owner manages the team within the plan’s limit', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'ida_team');
  const surname = 'De Santis';
  await joinPractice(stack, practice, 'bruno_team', 'Bruno');
  await joinPractice(stack, practice, 'carla_team', 'Carla');
  // High enough to show the whole team: a button halfway below the header would count as too small.
  const whole = { ...browser, viewport: { width: 1280, height: 1200 } };
  const page = await (await openWindow(whole)).newPage();
  await openClinics(page, practice.email);
  const bruno = `Bruno ${surname}`;
  const carla = `Carla ${surname}`;

  await expectAccessible(page);
  await activeOf(page, bruno).click();
  await expect(activeOf(page, bruno)).not.toBeChecked();
  await expect(page.getByText(clinic('status.paused'), { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: clinic('team.roleOf', { name: carla }) }).selectOption('manager');

  // The free plan's two places are taken again.
  await joinPractice(stack, practice, 'dora_team', 'Dora');
  await page.reload();
  await expect(activeOf(page, `Dora ${surname}`)).toBeChecked();
  await expect(page.getByRole('combobox', { name: clinic('team.roleOf', { name: carla }) })).toHaveValue(
    'manager',
  );
  await activeOf(page, bruno).click();
  await expect(page.getByRole('alert').filter({ hasText: clinic('team.limit') })).toBeVisible();
  await expect(activeOf(page, bruno)).not.toBeChecked();
  await expectAccessible(page);

  await button(page, clinic('team.archiveOf', { name: carla })).click();
  await dialog(page, clinic('team.confirmTitle'))
    .getByRole('button', { name: common('actions.cancel') })
    .click();
  await expect(activeOf(page, carla)).toBeVisible();
  await button(page, clinic('team.archiveOf', { name: carla })).click();
  await expectAccessible(page);
  await dialog(page, clinic('team.confirmTitle'))
    .getByRole('button', { name: clinic('team.confirm') })
    .click();
  await expect(activeOf(page, carla)).toHaveCount(0);
  await activeOf(page, bruno).click();
  await expect(activeOf(page, bruno)).toBeChecked();
});

test(
  'an owner edits a clinic, removes a service, and deletes the clinic',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'olga_clinic');
    const page = await (await openWindow(browser)).newPage();
    await openClinics(page, practice.email);

    await button(page, clinic('services.remove', { service: 'Controllo nei' })).click();
    await dialog(page, clinic('services.confirmTitle'))
      .getByRole('button', { name: clinic('services.confirm') })
      .click();
    await expect(page.getByText('Controllo nei')).toHaveCount(0);

    await button(page, clinic('edit.of', { clinic: 'Studio Aurora' })).click();
    const panel = dialog(page, clinic('edit.title'));
    await panel.getByLabel(clinic('details.city')).fill('');
    await expect(panel.getByRole('button', { name: clinic('edit.save') })).toBeDisabled();
    await panel.getByLabel(clinic('details.city')).fill('Como');
    await expectAccessible(page);
    await panel.getByRole('button', { name: clinic('edit.save') }).click();
    await expect(page.getByRole('status').filter({ hasText: clinic('edit.done') })).toBeVisible();
    await expect(page.getByText('20121 Como', { exact: false })).toBeVisible();

    await button(page, clinic('edit.of', { clinic: 'Studio Aurora' })).click();
    await button(page, clinic('remove.open')).click();
    await expectAccessible(page);
    await dialog(page, clinic('remove.confirmTitle', { clinic: 'Studio Aurora' }))
      .getByRole('button', { name: clinic('remove.open') })
      .click();
    const deleted = page.getByRole('status').filter({ hasText: 'Clinic has been deleted successfully' });
    await expect(deleted).toBeVisible();
    await expect(page.getByRole('heading', { name: clinic('empty.title') })).toBeVisible();
  },
);
