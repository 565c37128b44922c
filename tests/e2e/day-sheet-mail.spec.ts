import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const messages = textsOf('en', 'messages');

test('a professional chooses by keyboard to get the visits of the next day by mail, and takes it back', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'sara_sheet');
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/setting');
  const section = page.getByRole('region', { name: messages('daySheets.title') });
  const hour = section.getByRole('combobox');
  await expect(hour).toHaveValue('');
  await hour.selectOption('18:00');
  await expectAccessible(page);
  const chosen = async () =>
    (await practice.call('getMessageSettings', { params: { proId: practice.id } })).data.daySheets;
  await expect.poll(chosen).toEqual([{ clinicId: practice.clinicId, at: '18:00' }]);
  await page.reload();
  await expect(hour).toHaveValue('18:00');
  await hour.selectOption('');
  await expect.poll(chosen).toEqual([]);
});
