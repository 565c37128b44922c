import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const patients = textsOf('it', 'patients');
const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
const people = { Ada: ['Richiamo'], Bea: ['Richiamo', 'Allergia al lattice'], Carlo: [] as string[] };

test('the patient list filters by a tag, also after a reload', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'tea_tags');
  for (const [name, tags] of Object.entries(people)) {
    const body = { name, email: null, prefix: null, phone: null, birthDate: null, tags, note: '' };
    await practice.call('registerPatient', { body });
  }
  const page = await (await openWindow(browser)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/patients');
  const rows = page.getByRole('list', { name: patients('title') }).getByRole('listitem');
  const filter = page.getByRole('combobox', { name: patients('list.tag') });
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(patients('search'), { exact: true })).toBeVisible();
  // Warnings come first and are the only tags with an icon.
  const tags = rows.filter({ hasText: 'Bea' }).locator('.mantine-Badge-root');
  await expect(tags).toHaveText(['Allergia al lattice', 'Richiamo']);
  await expect(tags.locator('svg')).toHaveCount(1);
  await expect(tags.first().locator('svg')).toBeVisible();
  // Columns are named once, above all rows.
  await expect(page.getByText(patients('list.next'), { exact: true }).first()).toBeVisible();
  await expect(rows.first().getByText(patients('list.next'), { exact: true })).toHaveCSS(
    'position',
    'absolute',
  );
  await filter.click();
  await page.getByRole('option', { name: 'Richiamo (2)' }).click();
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await page.reload();
  await expect(rows).toHaveCount(2);

  // By keyboard: another tag, and down the list into a record.
  await filter.focus();
  await page.keyboard.press('ArrowDown');
  // The list opens at the chosen option shortly after the key.
  await expect(filter).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bea' })).toBeVisible();
});
