import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { createClient, succeed } from '../support/http.ts';
import { requestOf } from '../support/http-practice.ts';
import { mailedLink } from './mails.ts';
import { chooseTime } from './patient.ts';
import { textsOf } from './texts.ts';
import { tomorrow } from './week.ts';

const messages = textsOf('en', 'messages');
const patients = textsOf('en', 'patients');
const booking = textsOf('it', 'booking');

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
  await section.getByRole('button', { name: messages('texts.save') }).press('Enter');
  await expect(section.getByText(messages('texts.saved'))).toBeVisible();
  const example = section.getByRole('region', { name: messages('texts.example') });
  await expect(example).toContainText('Studio Aurora: appuntamento con Marco De Santis');
  await expect(example.getByRole('status')).toHaveText(/^1 text to pay for: \d+ characters, 160/);
  await section.getByRole('switch', { name: messages('texts.plain') }).press('Space');
  await expectAccessible(page);
  const plain = async () =>
    (await practice.call('getMessageSettings', { params: { proId: practice.id } })).data.plainLetters;
  await expect.poll(plain).toBe(true);
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

test('a patient agrees to texts in the booking form, and staff see and withdraw it on the card', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'tina_sms');
  const { data } = await practice.call('getMessageSettings', { params: { proId: practice.id } });
  await practice.call('setMessageSettings', {
    params: { proId: practice.id },
    body: { ...data, provider: 'file' },
  });
  const visitor = await (
    await openWindow({ locale: 'it-IT', timezoneId: 'Europe/Rome', phone: true })
  ).newPage();
  await visitor.goto('/booking/tina_sms');
  await chooseTime(visitor, 'it', 'Prima visita');
  const consent = visitor.getByRole('checkbox', { name: booking('form.texts') });
  await expect(consent).not.toBeChecked();
  await expectAccessible(visitor);

  const patient = {
    name: 'Carla Texts',
    email: 'carla.texts@example.com',
    prefix: '+39',
    phone: '3331110007',
  };
  const body = requestOf(practice.clinicId, practice.hubServiceIds[0], `${tomorrow()}T10:00`, 'carla.texts');
  const { call } = createClient(stack.address);
  await succeed(
    call('requestBooking', {
      body: { ...body, contactInfo: { ...body.contactInfo, ...patient, texts: true } },
    }),
  );
  const link = await mailedLink(stack, patient.email, 'confirmation/');
  const token = new URL(link, stack.address).searchParams.get('token') ?? '';
  const { position } = await succeed(call('confirmBooking', { token }));
  // The visitor's browser confirmed, so the professional's client may lag.
  const record = await succeed(
    practice.client.call('getPatients', {
      params: { key: patient.email },
      token: practice.token,
      ...(position === null ? {} : { from: position }),
    }),
  );
  const { id } = record.data as { id: string };
  const page = await (await openWindow({ locale: 'en-GB', timezoneId: 'Europe/Rome' })).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
  await page.goto(`/dashboard/patients/${id}`);
  const agreed = page.getByRole('switch', { name: patients('texts.label') });
  await expect(agreed).toBeChecked();
  await expectAccessible(page);
  await agreed.press('Space');
  await expect(agreed).not.toBeChecked();
});
