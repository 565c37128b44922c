import type { Page } from '@playwright/test';
import { openClinic } from '../support/http-practice.ts';
import { expect, test } from './fixtures.ts';
import { mailedLink } from './mails.ts';
import { joinPractice, openPractice, studioAurora } from './practice.ts';
import { textsOf } from './texts.ts';
import { mark, shownOn, translatePages, untranslatedOn } from './translator.ts';

/** Milliseconds until both pages show the same. */
const timeout = 20_000;
const slug = 'nora_translated';
const patient = { name: 'Nora Berti', email: 'nora.berti@example.com', phone: '3337654321' };
const it = textsOf('it', 'booking');
const times = (page: Page) => page.getByRole('region', { name: it('time.step') }).getByRole('listitem');
const days = (page: Page) =>
  page
    .getByRole('gridcell')
    .getByRole('button', { disabled: false })
    .and(page.locator('[aria-disabled=false]'));
const buttonOf = (page: Page, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('button', { name: mark + name, exact: true }));
const press = (name: string) => (page: Page) => buttonOf(page, name).click();
/** Turns to the next month, or back; no effect on a first of a month with all bookable days. */
const turn = async (page: Page) => {
  for (const name of [it('day.next'), it('day.previous')]) {
    const button = buttonOf(page, name);
    if (await button.isEnabled()) return button.click();
  }
};
/** Shows a month with days to choose from; near its end, a month has too few. */
const showDays = async (page: Page) => {
  if ((await days(page).count()) < 3) await turn(page);
  await days(page).nth(2).waitFor();
};
/** Fills in the form by field names, because labels are translated. */
const fill = async (page: Page) => {
  for (const [name, value] of Object.entries(patient)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator('input[name=privacy]').check();
};
const choose = (step: string, option: string) => async (page: Page) => {
  const list = page.getByRole('combobox', { name: it(step) });
  await list.selectOption(await list.getByRole('option').filter({ hasText: option }).getAttribute('value'));
};

test('a translated page shows at every step what the untranslated one does', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, slug);
  await joinPractice(stack, practice, 'rita_translated', 'Rita');
  const owner = { ...practice, proId: practice.id };
  const second = { ...studioAurora, place: { ...studioAurora.place, city: 'Monza' } };
  await openClinic(practice.client, owner, 'Studio Levante', second);
  const open = { locale: 'it-IT', timezoneId: 'Europe/Rome' };
  const translated = await openWindow(open);
  await translatePages(translated);
  const [page, plain] = [await translated.newPage(), await (await openWindow(open)).newPage()];
  /** Performs an action on both pages and expects the same result. */
  const both = async (step: string, act: (page: Page) => Promise<unknown>) => {
    for (const one of [page, plain]) await act(one);
    await expect(async () => expect(await shownOn(page), step).toBe(await shownOn(plain))).toPass({
      timeout,
    });
    expect(await untranslatedOn(page), `${step}: everything is translated`).toBe(0);
  };
  const pickDay = (index: number) => async (on: Page) => {
    await days(on).nth(index).click();
    await times(on).first().waitFor();
  };
  const pickTime = (index: number) => (on: Page) => times(on).nth(index).getByRole('button').click();

  await both('opened', async (on) => {
    await on.goto(`/booking/${slug}`);
    await expect(on.getByRole('option').filter({ hasText: 'Studio Levante' })).toHaveCount(1);
    await on.getByText('italiano').or(on.getByRole('combobox')).first().waitFor();
  });
  await both('clinic', choose('clinic.step', 'Studio Levante'));
  await both('another clinic', choose('clinic.step', 'Studio Aurora'));
  await both('service', choose('service.step', 'Controllo nei'));
  await both('another service', choose('service.step', 'Prima visita'));
  await both('the month', async (on) => days(on).first().waitFor());
  await both('another month', turn);
  await both('the month again', turn);
  await both('days to choose from', showDays);
  await both('day', pickDay(1));
  await both('another day', pickDay(2));
  const professional = (index: number) => async (on: Page) => {
    await on.getByRole('radio').nth(index).check();
    await times(on).first().waitFor();
  };
  await both('professional', professional(1));
  await both('another professional', professional(0));
  await both('time', pickTime(0));
  await both('the form is closed', (on) => on.keyboard.press('Escape'));
  await both('another time', pickTime(5));
  await both('the form is filled in', fill);

  const said = await page.getByRole('dialog').textContent();
  const answered = page.waitForResponse('**/api/new_booking');
  await press(it('form.submit'))(page);
  const answer = await answered;
  const { date } = answer.request().postDataJSON() as { date: string };
  expect(said).toContain(date.slice(11));
  expect(said).toContain(` ${Number(date.slice(8, 10))} `);
  await plain.route('**/api/new_booking', async (route) => route.fulfill({ json: await answer.json() }));
  await press(it('form.submit'))(plain);
  await both('asked for', (on) => on.getByRole('dialog', { name: it('success.title') }).waitFor());
  await both('done', press(it('success.close')));

  const confirmation = await mailedLink(stack, patient.email, 'confirmation/');
  await both('confirmed', async (on) => {
    await on.goto(confirmation);
    await on.getByText(it('confirmation.done')).waitFor();
  });
  await expect(page.getByRole('definition').first()).toContainText(date.slice(11));
  await both('managed', async (on) => {
    await on.getByRole('link', { name: it('confirmation.manage') }).click();
    await on.getByRole('button', { name: it('manage.move') }).waitFor();
  });
  await both('moving', press(it('manage.move')));
  await both('moving to a month', async (on) => days(on).first().waitFor());
  await both('moving to another month', turn);
  await both('moving to its days', showDays);
  await both('moving to a day', pickDay(2));
  await both('moving to a time', pickTime(1));
  await both('moving to another time', pickTime(7));
  const here = await page.getByRole('region', { name: it('time.step') }).textContent();
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await press(it('manage.moveHere'))(page);
  const moved = ((await sent).postDataJSON() as { date: string }).date;
  expect(here).toContain(moved.slice(11));
  await press(it('manage.moveHere'))(plain);
  await both('moved', (on) => on.getByText(it('manage.moved')).waitFor());
  await expect(page.getByRole('definition').first()).toContainText(moved.slice(11));
  await both('asked whether to cancel', press(it('manage.cancel')));
  await both('cancelled', press(it('manage.cancelNow')));
  await expect(page.getByText(it('manage.gone'))).toBeVisible();
});
