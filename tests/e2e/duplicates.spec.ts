import { logIn } from './dashboard.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPractice } from './practice.ts';
import { textsOf } from './texts.ts';
import { inDays } from './week.ts';

const timezoneId = 'Europe/Rome';
const phone = { prefix: '+39', phone: '3337654321' };
const nadia = { name: 'Nadia Greco', email: 'nadia@example.com', ...phone };
const other = { name: 'Otto Riva', email: 'otto@example.com', prefix: '+39', phone: '3401112223' };
const again = { name: 'Nadia Greco Sala', email: 'n.greco@example.org', ...phone };

test(
  'a professional compares two records of one person, merges them and undoes it',
  { tag: '@release' },
  async ({ stack, openWindow }) => {
    const practice = await openPractice(stack, 'pina_merges');
    const [first, second] = [inDays(1), inDays(2)];
    for (const [day, patient] of [
      [first, nadia],
      [second, again],
    ] as const) {
      const booking = { hubServiceId: practice.hubServiceIds[0], date: `${day}T10:00`, proNotes: '' };
      await practice.call('placeBooking', { body: { booking, patient } });
    }
    await practice.call('registerPatient', { body: { ...other, birthDate: null, tags: [], note: '' } });
    const page = await (await openWindow({ locale: 'en-GB', timezoneId })).newPage();
    const [patients, common] = [textsOf('en', 'patients'), textsOf('en', 'common')];
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const rows = page.getByRole('list', { name: patients('title') }).getByRole('listitem');
    const compared = page.getByRole('dialog', { name: patients('duplicates.title') });
    await logIn(page, practice.email, 'en');
    await page.getByRole('link', { name: common('nav.patients'), exact: true }).click();
    await expect(rows).toHaveCount(3);

    await press(patients('duplicates.compare'));
    await expectAccessible(page);
    await compared.getByRole('radio', { name: nadia.name, exact: true }).check();
    await press(patients('duplicates.merge'));
    await expect(rows).toHaveCount(2);
    await expect(compared).toHaveCount(0);
    await press(common('actions.separate'));
    await expect(rows).toHaveCount(3);

    // The records are merged in reverse, from the page of one of them.
    await page.getByRole('link', { name: nadia.name }).first().click();
    await expect(page.getByRole('heading', { name: nadia.name, exact: true })).toBeVisible();
    await press(patients('duplicates.compare'));
    await compared.getByRole('radio', { name: again.name, exact: true }).check();
    await press(patients('duplicates.merge'));
    const merged = page.getByRole('region', { name: patients('duplicates.merged') });
    await expect(page.getByRole('heading', { name: again.name, exact: true })).toBeVisible();
    await expect(merged).toContainText(nadia.email);
    await expectAccessible(page);
    await merged.getByRole('button', { name: patients('duplicates.separate.open') }).click();
    await page
      .getByRole('dialog', { name: patients('duplicates.separate.title') })
      .getByRole('button', { name: patients('duplicates.separate.open') })
      .click();
    await expect(merged).toHaveCount(0);
    const undo = page.getByRole('button', { name: common('actions.separate') });
    await expect(undo, 'what is separated by hand is offered for undoing no more').toHaveCount(0);

    // Records without a suggestion can be merged too: another name, phone and email.
    await press(patients('more', { patient: nadia.name }));
    await press(patients('duplicates.mergeWith.open'));
    const chosen = page.getByRole('dialog', {
      name: patients('duplicates.mergeWith.title', { patient: nadia.name }),
    });
    await chosen.getByRole('combobox').fill(other.name);
    await page.getByRole('option', { name: other.name }).click();
    await expect(chosen.getByRole('radio')).toHaveCount(2);
    // The page's patient is kept by default.
    await expect(chosen.getByRole('radio', { name: nadia.name, exact: true })).toBeChecked();
    await expect(chosen.getByRole('button', { name: patients('duplicates.apart') })).toHaveCount(0);
    await expectAccessible(page);
    await chosen.getByRole('button', { name: patients('duplicates.merge'), exact: true }).click();
    await expect(chosen).toHaveCount(0);
    await expect(merged).toContainText(/example/);
    await undo.click();
    await expect(merged).toHaveCount(0);

    // A pair is suggested once.
    await press(patients('duplicates.compare'));
    await press(patients('duplicates.apart'));
    await expect(page.getByRole('button', { name: patients('duplicates.compare') })).toHaveCount(0);
    await page
      .getByRole('link', { name: patients('back') })
      .first()
      .click();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('button', { name: patients('duplicates.compare') })).toHaveCount(0);
  },
);
