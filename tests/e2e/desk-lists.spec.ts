import { expect, test } from './fixtures.ts';
import { textsOf } from './texts.ts';
import { counting, openDay, openTwelve, placeOf, wide } from './twelve.ts';
import { inDays, tomorrow } from './week.ts';

/** Presses that reception of a clinic of twelve needs for its lists; `desk-presses.spec.ts` counts the bookings. */
const inactivity = textsOf('en', 'inactivity');
const common = textsOf('en', 'common');
const messages = textsOf('en', 'messages');
const today = textsOf('en', 'today');
const patients = textsOf('en', 'patients');
const waiting = textsOf('en', 'waiting');
const nora = { name: 'Nora Villa', email: 'nora@lists.example.com', prefix: '+39', phone: '3337654321' };

let twelve: Awaited<ReturnType<typeof openTwelve>>;

const book = (name: string, time: string, patient: typeof nora) => {
  const { call, hubServiceIds } = twelve.colleagues[name]!;
  const booking = { hubServiceId: hubServiceIds[0], date: `${tomorrow()}T${time}`, proNotes: '' };
  return call('placeBooking', { body: { booking, patient } });
};

test.beforeAll(async ({ stack }) => {
  twelve = await openTwelve(stack, 'lists');
  await book('Bruno', '16:00', nora);
});

test('the list to move or cancel is one press away if one professional of the team has visits', async ({
  openWindow,
}) => {
  const { call, hubServiceIds } = twelve.colleagues['Dario']!;
  const booking = { hubServiceId: hubServiceIds[0], date: `${inDays(3)}T10:00`, proNotes: '' };
  await call('placeBooking', { body: { booking, patient: nora } });
  const page = await (await openWindow(wide)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${twelve.desk.token}')`);
  await page.goto(`/dashboard/today?date=${inDays(3)}`);
  await page.getByRole('heading', { level: 2, name: 'Dario De Santis' }).waitFor();
  await expect(page.getByRole('button', { name: today('byProfessional') })).toHaveCount(0);
  const presses = counting(page);
  await presses.click(`${inactivity('visits.workThrough')} · Dario De Santis`, 'link');
  const rows = page.getByRole('main').locator('ol').getByRole('listitem');
  await expect(rows).toHaveCount(1);
  expect(presses.count()).toBe(1);
});

test('8 visits of an ill colleague are moved or cancelled with fourteen presses at most', async ({
  openWindow,
}) => {
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30'];
  for (const [nth, time] of times.entries())
    // oxlint-disable-next-line no-await-in-loop -- bookings of one professional
    await book('Carla', time, { ...nora, name: `Patient ${nth + 1}`, email: `p${nth}@lists.example.com` });
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const presses = counting(page);
  await presses.click(common('nav.today'), 'link');
  // The calendar too has a button for the next day.
  await page.getByRole('heading', { level: 1, name: today('title') }).waitFor();
  await presses.click(today('day.after'));
  await presses.click(today('byProfessional'));
  await presses.click(`${inactivity('visits.workThrough')} · Carla De Santis`, 'link');
  const rows = page.getByRole('main').locator('ol').getByRole('listitem');
  await expect(rows).toHaveCount(8);
  await presses.click(inactivity('visits.propose'));
  const moves = inactivity('visits.moveOf', { patient: 'Patient' });
  await expect(page.getByRole('button', { name: moves, pressed: true })).toHaveCount(8);
  await presses.click(inactivity('visits.cancelOf', { patient: 'Patient 3' }));
  await presses.click(inactivity('visits.carryOut'));
  await presses.click(inactivity('visits.confirm'));
  await expect(
    page.getByRole('heading', { name: inactivity('visits.done', { moved: '7', cancelled: '1' }) }),
  ).toBeVisible();
  await expect(page.getByText(inactivity('visits.none'))).toBeVisible();
  await presses.click(inactivity('visits.blockDay'));
  await expect(page.getByText(inactivity('visits.blocked'))).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(14);
});

test('a colleague’s patient is found and the phone corrected with five presses at most', async ({
  openWindow,
}) => {
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  const presses = counting(page);
  await presses.key('/');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type('nora');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Bruno De Santis');
  await presses.key('Enter');
  await presses.click(patients('edit.open'));
  const phone = page.getByRole('dialog').getByRole('textbox', { name: common('fields.phone') });
  await presses.press(phone.click());
  await phone.fill('3330009999');
  await presses.click(patients('edit.save'));
  await expect(page.getByRole('link', { name: '+39 3330009999' })).toBeVisible();
  expect(presses.count()).toBeLessThanOrEqual(5);
});

test('a patient is put onto the waiting list with four presses at most, and offered a time with two', async ({
  openWindow,
}) => {
  const page = await (await openWindow(wide)).newPage();
  await page.addInitScript(`localStorage.setItem('visita.session', '${twelve.desk.token}')`);
  await page.goto('/dashboard/today');
  const onto = counting(page);
  await onto.click(today('waitingList'), 'link');
  await onto.click(waiting('staff.add'));
  await expect(page.getByRole('combobox', { name: waiting('staff.name') })).toBeFocused();
  await page.keyboard.type('Quinn Waits');
  await onto.key('Tab');
  await page.keyboard.type('quinn@lists.example.com');
  await onto.click(waiting('staff.save'));
  await expect(page.getByRole('article', { name: 'Quinn Waits' })).toBeVisible();
  expect(onto.count()).toBeLessThanOrEqual(4);

  await openDay(page, twelve.desk.token);
  const { x, y } = await placeOf(page, 'Gina', 15);
  const offer = counting(page);
  await offer.press(page.mouse.click(x, y));
  await offer.click(waiting('staff.offerTo', { name: 'Quinn Waits' }));
  await expect(page.locator('.entry-held')).toContainText('Quinn Waits');
  expect(offer.count()).toBeLessThanOrEqual(2);
});

test('tomorrow’s sheet is printed from the calendar with three presses at most', async ({ openWindow }) => {
  await book('Irene', '16:30', { ...nora, name: 'Ines Sala', email: 'ines@lists.example.com' });
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, twelve.desk.token);
  await page.evaluate("window.print = () => void dispatchEvent(new Event('beforeprint'))");
  const presses = counting(page);
  await presses.click(common('nav.today'), 'link');
  await presses.click(today('printTomorrow'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.printed')).toContainText('Ines Sala');
  expect(presses.count()).toBeLessThanOrEqual(3);
});

test('a professional of the twelve changes the reminder plan from the calendar with four presses at most', async ({
  openWindow,
}) => {
  const { call, id, token } = twelve.colleagues['Fabio']!;
  const step = { clinicServiceId: null, before: 'P1D', at: '18:00', channel: 'mail', ask: false } as const;
  await call('setReminderPlan', { params: { proId: id }, body: [step] });
  const page = await (await openWindow(wide)).newPage();
  await openDay(page, token);
  const presses = counting(page);
  await presses.click(common('nav.setting'), 'link');
  const when = page.getByRole('region', { name: messages('plan.title') }).getByLabel(messages('plan.when'));
  await presses.press(when.focus());
  // A key chooses the next time before the visit.
  await presses.key('ArrowDown');
  const plan = async () => (await call('getReminderPlan', { params: { proId: id } })).data[0]?.before;
  await expect.poll(plan).not.toBe('P1D');
  expect(presses.count()).toBeLessThanOrEqual(4);
});
