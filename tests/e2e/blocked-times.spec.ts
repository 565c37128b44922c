import type { Page } from '@playwright/test';
import { violationsOn } from './axe.ts';
import { countPresses, presses, untilLive, writeTime } from './dashboard.ts';
import { requestOf } from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { startOf, textsOf } from './texts.ts';
import { inDays, showTomorrow, tomorrow } from './week.ts';

const calendar = textsOf('it', 'calendar');
const appointment = textsOf('it', 'appointment');
const common = textsOf('it', 'common');
const browser = { locale: 'it-IT', timezoneId: 'America/New_York' };

/** Draws over tomorrow from one hour to another, by the distance of hour lines. */
const draw = async (page: Page, from: number, to: number): Promise<void> => {
  const column = page.locator(`.time-column[data-date="${tomorrow()}"]`);
  await column.evaluate(
    (element, share) => element.closest('.time-scroller')?.scrollTo(0, element.clientHeight * share),
    (from - 1) / 24,
  );
  const box = (await column.boundingBox())!;
  const at = (hour: number) => box.y + (box.height * hour) / 24;
  const x = box.x + box.width / 2;
  await page.mouse.move(x, at(from) + 1);
  await page.mouse.down();
  await page.mouse.move(x, at(from) + 12);
  await page.mouse.move(x, at(to) - 1, { steps: 4 });
  await page.mouse.up();
};

const open = async ({ page, token }: { page: Page; token: string }): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.goto('/dashboard/calendar');
  await showTomorrow(page, 'it');
  await untilLive(page);
};

test('the date picker is readable, and the focus returns', async ({ stack, openWindow }) => {
  const practice = await openPractice(stack, 'piera_picks');
  const page = await (await openWindow(browser)).newPage();
  await open({ page, token: practice.token });
  await page.keyboard.press('b');
  const panel = page.getByRole('dialog', { name: appointment('block.title') });
  const day = panel.getByLabel(appointment('date'), { exact: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await day.click();
    await page.getByRole('button', { name: common('picker.next') }).waitFor();
    expect(await violationsOn(page, "document.querySelector('[data-dates-dropdown]')"), colorScheme).toEqual(
      [],
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: common('picker.next') })).toHaveCount(0);
    await expect(day).toBeFocused();
  }
});

test('two hours are blocked with two presses, changed, moved, and released', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'bruna_blocks');
  const page = await (await openWindow(browser)).newPage();
  await open({ page, token: practice.token });
  const said = (text: string) => page.getByRole('status').filter({ hasText: text });
  const block = page.locator('.entry-block');

  // The first press draws, the second chooses to block.
  await countPresses(page);
  await draw(page, 14, 16);
  await expect(page.getByRole('group', { name: '14:00–16:00' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: calendar('grid.block') }).click();
  await expect(said(calendar('block.done'))).toBeVisible();
  expect(await presses(page)).toBe(2);
  await expect(block).toContainText(`14:00 ${calendar('legend.block')}`);

  // Leaving without saving has no effect.
  await draw(page, 9, 10);
  await page.keyboard.press('Escape');
  await expect(page.locator('.drawn-menu')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await block.click();
  const panel = page.getByRole('dialog', { name: appointment('block.edit'), exact: true });
  await panel.getByRole('textbox', { name: appointment('block.note') }).fill('Dentista');
  await writeTime(page, 'it', appointment('block.to'), '17:00');
  await expectAccessible(page);
  await panel.getByRole('button', { name: appointment('block.save'), exact: true }).click();
  await expect(block).toContainText('14:00 Dentista');
  await expect(panel).toHaveCount(0);

  await block.click();
  await panel.getByRole('button', { name: appointment('block.remove') }).click();
  await expect(said(calendar('block.removed'))).toBeVisible();
  await expect(block).toHaveCount(0);
});

test('the panel names all visits in the way of a blocked time until its times are changed', async ({
  stack,
  openWindow,
}) => {
  const practice = await openPractice(stack, 'berto_blocks');
  const book = (name: string, time: string) => {
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${tomorrow()}T${time}`, proNotes: '' };
    const patient = { name, email: `${name}@blocks.example.com`, prefix: '+39', phone: '3337654321' };
    return practice.call('placeBooking', { body: { booking, patient } });
  };
  await Promise.all([book('Ada', '14:00'), book('Bice', '15:00')]);
  const page = await (await openWindow({ ...browser, refusals: true })).newPage();
  await open({ page, token: practice.token });
  await draw(page, 9, 10);
  await page.getByRole('button', { name: calendar('grid.block') }).click();
  await page.locator('.entry-block').click();
  const panel = page.getByRole('dialog', { name: appointment('block.edit'), exact: true });
  await writeTime(page, 'it', appointment('block.to'), '16:00');
  await panel.getByRole('button', { name: appointment('block.save'), exact: true }).click();
  const said = panel.getByRole('note');
  await expect(said).toContainText(/14:00–14:30: .*Ada.*15:00–15:30: .*Bice/);
  await expectAccessible(page);
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 15_000 });
  await expect(said, 'the toast has ended, the reason stays').toBeVisible();
  await writeTime(page, 'it', appointment('block.to'), '13:00');
  await expect(said).toHaveCount(0);
});

test(
  'a time is blocked by keyboard, and an existing booking stays',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'katia_keys');
    const booking = { hubServiceId: practice.hubServiceIds[0], date: `${inDays(1)}T10:00`, proNotes: '' };
    const patient = { name: 'Mara', email: 'mara@example.com', prefix: '+39', phone: '3337654321' };
    await practice.call('placeBooking', { body: { booking, patient } });
    const page = await (await openWindow({ ...browser, refusals: true })).newPage();
    await open({ page, token: practice.token });

    await page.keyboard.press('b');
    const panel = page.getByRole('dialog', { name: appointment('block.title'), exact: true });
    await panel
      .getByRole('textbox', { name: appointment('date') })
      .fill(tomorrow().split('-').toReversed().join('/'));
    await writeTime(page, 'it', appointment('block.from'), '09:00');
    await writeTime(page, 'it', appointment('block.to'), '11:00');
    const save = panel.getByRole('button', { name: appointment('block.title'), exact: true });
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(panel).toContainText(common('inTheWay.booking', { name: 'Mara', time: '10:00–10:30' }));
    await writeTime(page, 'it', appointment('block.from'), '11:00');
    await writeTime(page, 'it', appointment('block.to'), '12:30');
    await save.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.entry-block')).toContainText('11:00');
    await expect(page.locator('.entry', { hasText: 'Mara' })).toBeVisible();
  },
);

for (const { phone, colorScheme } of [
  { phone: false, colorScheme: 'light' },
  { phone: true, colorScheme: 'dark' },
] as const)
  test(
    `a held time is released by its button${phone ? ' on a phone' : ''}, and nothing is drawn under it`,
    { tag: phone ? '@release' : [] },
    async ({ stack, openWindow }) => {
      const practice = await openPractice(stack, `hera_holds_${colorScheme}`);
      const body = requestOf(
        practice.clinicId,
        practice.hubServiceIds[0],
        `${tomorrow()}T10:00`,
        'hugo.holds',
      );
      await succeed(practice.client.call('requestBooking', { body }));
      const page = await (await openWindow({ ...browser, phone, colorScheme })).newPage();
      await page.addInitScript(`localStorage.setItem('visita.session', '${practice.token}')`);
      await page.goto(`/dashboard/calendar?view=day&date=${tomorrow()}`);
      await untilLive(page);
      const release = page.getByRole('button', {
        name: startOf(calendar('held.releaseUntil', { start: '10:00', time: '{{' })),
      });
      const asking = page.getByRole('dialog', { name: calendar('held.title'), exact: true });

      await release.click();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(asking).toHaveCount(0);
      await expect(release, 'the focus goes back to where it was').toBeFocused();

      await page.keyboard.press('Enter');
      await asking.getByRole('button', { name: calendar('held.release'), exact: true }).click();
      await expect(release).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(
        page.getByRole('region', { name: calendar('grid.hours') }),
        'no button is left',
      ).toBeFocused();
    },
  );
