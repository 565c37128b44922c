import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';

const registered = { prefix: '+39', phone: '3337654321', birthDate: null, tags: [], note: '' };
const [nadia, otto] = [
  { ...registered, name: 'Nadia Greco', email: 'nadia@example.com' },
  { ...registered, name: 'Otto Riva', email: 'otto@example.com', phone: '3401112223' },
];

test('a professional corrects an email; that of another patient offers to compare them', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'pina_corrects');
  for (const body of [nadia, otto]) await practice.call('registerPatient', { body });
  const page = await (
    await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome', refusals: true })
  ).newPage();
  const [patients, common] = [textsOf('en', 'patients'), textsOf('en', 'common')];
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await logIn(page, practice.email, 'en');
  await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
  await page.getByRole('link', { name: nadia.name }).click();
  await press(patients('edit.open'));
  const form = page.getByRole('dialog', { name: patients('edit.title') });
  const email = form.getByRole('textbox', { name: common('fields.email') });
  const compared = page.getByRole('dialog', { name: patients('duplicates.title') });
  await email.fill(otto.email);
  await form.getByRole('button', { name: patients('edit.save') }).click();
  await expect(form.getByText(patients('edit.emailTaken'))).toBeVisible();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await form.getByRole('button', { name: patients('duplicates.compare') }).press('Enter');
  await expect(compared).toContainText(otto.email);
  await page.keyboard.press('Escape');
  await expect(compared).toHaveCount(0);

  await email.fill('nadia.greco@example.org');
  await form.getByRole('button', { name: patients('edit.save') }).click();
  await expect(form).toHaveCount(0);
  await expect(
    page
      .getByRole('link', { name: 'nadia.greco@example.org' })
      .or(page.getByText('nadia.greco@example.org'))
      .first(),
  ).toBeVisible();
  const { data } = await practice.call('getPatients', { params: { key: 'nadia.greco@example.org' } });
  expect(data).toMatchObject({ name: nadia.name });
});
