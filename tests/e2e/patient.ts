import type { Page } from '@playwright/test';
import { textsOf } from './texts.ts';

export type Patient = { name: string; email: string; phone: string };
export type Language = 'it' | 'en' | 'es';

/** Chooses a service, the first free day and its last time, and returns them. There is only one clinic. */
export const chooseTime = async (page: Page, language: Language, service: string) => {
  const booking = textsOf(language, 'booking');
  const services = page.getByRole('combobox', { name: booking('service.step') });
  const option = await services.getByRole('option', { name: service }).getAttribute('value');
  await services.selectOption(option);
  const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
  await days.first().waitFor();
  // Today's last time may pass before it is booked.
  const day = (await days.count()) > 1 ? days.nth(1) : days.first();
  const label = (await day.getAttribute('aria-label')) ?? '';
  await day.click();
  await page.getByRole('region', { name: booking('time.step') }).waitFor();
  const time = page.getByRole('button', { name: /^\d\d:\d\d$/ }).last();
  const chosen = { day: label.split(', ').slice(0, -1).join(', '), time: await time.innerText() };
  await time.click();
  await page.getByRole('dialog', { name: booking('form.title') }).waitFor();
  return chosen;
};

export const fillContact = async (page: Page, language: Language, patient: Patient): Promise<void> => {
  const form = (key: string) => textsOf(language, 'booking')(`form.${key}`);
  await page.getByLabel(form('name'), { exact: true }).fill(patient.name);
  await page.getByLabel(form('email'), { exact: true }).fill(patient.email);
  await page.getByLabel(form('phone'), { exact: true }).fill(patient.phone);
  await page.getByLabel(form('privacy'), { exact: true }).check();
};
