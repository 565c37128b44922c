import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const messages = textsOf('en', 'messages');

test('a professional chooses an SMS provider and the wording of texts, by keyboard', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'sara_sms');
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto('/dashboard/setting');
  const section = page.getByRole('region', { name: messages('texts.title') });
  await section.getByLabel(messages('texts.provider')).selectOption('file');
  await section.getByLabel(messages('texts.sender')).fill('+39061234567');
  await section.getByRole('switch', { name: messages('texts.plain') }).press('Space');
  await expectAccessible(page);
  await section.getByRole('button', { name: messages('texts.save') }).press('Enter');
  await expect(section.getByText(messages('texts.saved'))).toBeVisible();
  const { data } = await practice.call('getMessageSettings', { params: { proId: practice.id } });
  expect(data).toMatchObject({
    provider: 'file',
    sender: '+39061234567',
    plainLetters: true,
    serviceInTexts: false,
  });
  await page.reload();
  await expect(section.getByLabel(messages('texts.sender'))).toHaveValue('+39061234567');
});
