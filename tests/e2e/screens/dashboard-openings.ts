import type { Page } from '@playwright/test';
import { startOf } from '../texts.ts';
import { intercept } from './intercept.ts';
import {
  beginning,
  chosen,
  dialog,
  filled,
  inTurn,
  pressed,
  pressedOf,
  type After,
  type Opening,
  type Openings,
  type Sign,
} from './opening.ts';

const grid = (page: Page) => page.locator('.calendar-grid[data-shown="true"]');

const key =
  (name: string): After =>
  async (page) => {
    await grid(page).waitFor();
    await page.keyboard.press(name);
  };

const shown: After = (page) => grid(page).waitFor();

/** Draws half an hour early in the morning, where there are no entries. */
const draw: After = async (page) => {
  await grid(page).waitFor();
  const column = page.locator('.time-column').first();
  await column.evaluate((element) => element.closest('.time-scroller')?.scrollTo(0, 0));
  const box = (await column.boundingBox())!;
  const at = (hour: number) => box.y + (box.height * hour) / 24;
  const x = box.x + box.width / 2;
  await page.mouse.move(x, at(3));
  await page.mouse.down();
  await page.mouse.move(x, at(3) + 12);
  await page.mouse.move(x, at(4), { steps: 4 });
  await page.mouse.up();
  await page.locator('.drawn-menu').waitFor();
};

const agenda = (page: Page) => page.locator('.agenda-entry, .agenda-none').first();

const entries = (page: Page) => page.locator('.entry-content');

const turnOn: After = async (page, text) => {
  await grid(page).waitFor();
  await page.getByRole('button', { name: beginning(text, 'calendar', 'grid.next') }).click();
};

/** Turns the calendar to the first days with a booking. */
export const showEntries: After = async (page, text) => {
  await grid(page).waitFor();
  for (let days = 0; days < 14 && (await entries(page).count()) === 0; days += 1) await turnOn(page, text);
};

const openEntry: After = inTurn(showEntries, (page) => entries(page).first().click());

/** On a future day, because past visits cannot be deleted. */
const openEntryAhead: After = inTurn(turnOn, openEntry);

const mailRefused = (page: Page) =>
  intercept(page, 'getProCalendar', ({ message, data }) => {
    const bookings = data.bookings.map((booking) => ({
      ...booking,
      not_mailed: true as const,
      mail_refused: true as const,
    }));
    return { message, data: { ...data, bookings } };
  });

/** Shows a notice of each kind. */
const manyNotices = (page: Page) =>
  intercept(page, 'getNotices', ({ message }) => {
    const at = new Date().toISOString();
    const visit = {
      read: false,
      at,
      pro_id: 'p',
      doctor_name: 'Giulia Ferri',
      clinic_id: 'c',
      clinic_name: 'Studio Aurora',
      booking_id: 'b',
      patient_name: 'Maria Antonietta Della Valle Castelbarco',
      service: 'Prima visita',
      date: '2026-11-30T10:00:00+01:00',
      ending_date: '2026-11-30T10:30:00+01:00',
    };
    const alone = { ...visit, booking_id: '', patient_name: '', service: '' };
    const by = { role: 'reception' as const, name: 'Marta Riva' };
    const notices = [
      { ...visit, id: '9', kind: 'booked' as const },
      { ...visit, id: '8', kind: 'moved' as const, previous_date: '2026-12-01T11:30:00+01:00' },
      { ...visit, id: '7', kind: 'cancelled' as const, read: true },
      { ...visit, id: '6', kind: 'not-mailed' as const, reason: 'refused' as const },
      { ...alone, id: '5', kind: 'blocked' as const, by },
      { ...alone, id: '4', kind: 'absent' as const, by, ending_date: '2026-12-04T18:00:00+01:00' },
      {
        ...visit,
        id: '2',
        kind: 'not-placed' as const,
        booking_id: '',
        service: '',
        date: '',
        series_id: 's',
      },
      { ...alone, id: '3', kind: 'calendar-lost' as const, date: '', ending_date: '', read: true },
      { ...alone, id: '1', kind: 'texts-used-up' as const, date: '', ending_date: '', read: true },
    ];
    return { message, data: { notices, more: true, unread: 100, held: 12 } };
  });

const newBooking = pressed('common', 'nav.newBooking');
const newBookingPanel = dialog('appointment', 'title');

const newPatient: After = inTurn(
  newBooking,
  filled('appointment', 'patient.newEmail', 'ada.bruni@example.com'),
  pressed('appointment', 'patient.add'),
);

/** Date picker of a field. */
const days: Sign = (page) => page.locator('[data-dates-dropdown]');

const daysOf =
  (namespace: string, key: string): After =>
  async (page, text) => {
    await page.getByRole('dialog').getByLabel(text(namespace, key), { exact: true }).first().click();
    await days(page, text).waitFor();
  };

const calendar: readonly Opening[] = [
  { name: 'new booking', after: newBooking, sign: newBookingPanel },
  {
    name: 'new booking, days',
    after: inTurn(newBooking, daysOf('appointment', 'date')),
    sign: days,
    fixed: true,
  },
  {
    name: 'block time, days',
    after: inTurn(key('b'), daysOf('appointment', 'date')),
    sign: days,
    fixed: true,
  },
  { name: 'new booking, new patient', after: newPatient, sign: newBookingPanel },
  { name: 'block time', after: key('b'), sign: dialog('appointment', 'block.title') },
  { name: 'details', after: openEntry, sign: dialog('calendar', 'details.title') },
  {
    name: 'details, patient not mailed',
    before: mailRefused,
    after: openEntry,
    sign: (page, text) => page.getByText(text('calendar', 'details.mailRefusedText')),
  },
  {
    name: 'details, edit',
    after: inTurn(openEntry, pressed('calendar', 'edit.open')),
    sign: dialog('calendar', 'edit.title'),
  },
  {
    name: 'details, delete',
    after: inTurn(openEntryAhead, pressed('calendar', 'remove.open')),
    sign: dialog('calendar', 'remove.confirmTitle'),
  },
  ...(['desktop', 'phone'] as const).map((only) => ({
    name: 'month',
    view: true as const,
    only,
    // A week has fewer cells.
    after: inTurn(key('m'), (page) => grid(page).getByRole('cell').nth(30).waitFor()),
    // A window made narrow switches to the day view.
    sign: grid,
  })),
  {
    name: 'shortcuts of an entry',
    after: inTurn(showEntries, async (page) => {
      await page.locator('button.entry').first().focus();
      await page.keyboard.press('.');
    }),
    sign: (page, text) => page.getByRole('group', { name: beginning(text, 'calendar', 'edit.of') }),
  },
  {
    name: 'cut',
    view: true,
    after: inTurn(showEntries, async (page) => {
      await page.locator('button.entry').first().focus();
      await page.keyboard.press('Control+x');
    }),
    sign: (page, text) => page.getByRole('button', { name: text('calendar', 'cut.paste') }),
  },
  {
    name: 'professionals',
    only: 'desktop',
    fixed: true,
    after: inTurn(shown, pressedOf('calendar', 'filters.professional'), (page, text) =>
      page.getByRole('group', { name: text('calendar', 'filters.professional') }).waitFor(),
    ),
    sign: (page, text) => page.getByRole('group', { name: text('calendar', 'filters.professional') }),
  },
  {
    name: 'tools',
    only: 'phone',
    after: inTurn(shown, pressed('calendar', 'filters.title'), (page) =>
      page.locator('[popover]:popover-open').waitFor(),
    ),
    sign: (page) => page.locator('[popover]:popover-open'),
  },
  {
    name: 'agenda',
    view: true,
    only: 'phone',
    after: inTurn(shown, async (page, text) => {
      await page.getByRole('combobox', { name: text('calendar', 'views.title') }).selectOption('agenda');
      await agenda(page).waitFor();
    }),
    sign: (page) => agenda(page),
  },
  {
    name: 'drawn stretch',
    only: 'desktop',
    fixed: true,
    after: draw,
    sign: (page) => page.locator('.drawn-menu'),
  },
  {
    name: 'notices',
    before: manyNotices,
    after: pressedOf('common', 'notices.title'),
    sign: dialog('common', 'notices.title'),
  },
  { name: 'commands', after: key('/'), sign: dialog('shortcuts', 'commands.title') },
  { name: 'keys', after: key('?'), sign: dialog('shortcuts', 'title') },
  { name: 'more', only: 'phone', after: pressed('common', 'nav.more'), sign: dialog('common', 'nav.more') },
];

const newClinic: After = inTurn(
  pressed('clinic', 'newClinic'),
  filled('clinic', 'details.name', 'Studio Levante'),
  chosen('clinic', 'details.country'),
  chosen('clinic', 'services.specialization'),
  filled('clinic', 'services.name', 'Prima visita'),
  filled('clinic', 'services.duration', '30'),
  filled('clinic', 'services.price', '80'),
  pressed('clinic', 'services.add'),
);

const dayHours: Sign = (page, text) =>
  page.getByRole('dialog').getByRole('group', { name: text('clinic', 'dayHours.title'), exact: true });

/** Chooses the first editable day of the month. */
const openDayHours: After = async (page, text) => {
  const days = dayHours(page, text).locator('table button:not([disabled])');
  await days.first().click();
  await dayHours(page, text)
    .getByRole('button', { name: text('clinic', 'dayHours.save') })
    .waitFor();
};

const clinics: readonly Opening[] = [
  { name: 'new clinic', after: newClinic, sign: dialog('clinic', 'newClinic') },
  { name: 'edit', after: pressedOf('clinic', 'edit.of'), sign: dialog('clinic', 'edit.title') },
  {
    name: 'edit, delete',
    after: inTurn(pressedOf('clinic', 'edit.of'), pressed('clinic', 'remove.open')),
    sign: dialog('clinic', 'remove.confirmTitle'),
  },
  {
    name: 'new services',
    after: pressed('clinic', 'services.open'),
    sign: dialog('clinic', 'services.panel'),
  },
  {
    name: 'new collaborator',
    after: inTurn(
      pressed('clinic', 'collaborators.open'),
      pressed('clinic', 'collaborators.myself'),
      chosen('clinic', 'availability.day'),
    ),
    sign: dialog('clinic', 'collaborators.panel'),
  },
  { name: 'hours and services', after: pressedOf('clinic', 'hub.of'), sign: dialog('clinic', 'hub.title') },
  {
    name: 'hours of a day',
    // The month is further down in the same panel.
    after: inTurn(pressedOf('clinic', 'hub.of'), openDayHours),
    sign: (page, text) => dayHours(page, text),
  },
  {
    name: 'archive a collaborator',
    after: pressedOf('clinic', 'team.archiveOf'),
    sign: dialog('clinic', 'team.confirmTitle'),
  },
  {
    name: 'remove a service',
    after: pressedOf('clinic', 'services.remove'),
    sign: dialog('clinic', 'services.confirmTitle'),
  },
  { name: 'QR code', after: pressed('welcome', 'share.open'), sign: dialog('welcome', 'share.title') },
  {
    name: 'invitation',
    view: true,
    viewer: 'invited',
    after: (page, text) => page.getByRole('button', { name: text('clinic', 'invitations.accept') }).waitFor(),
    sign: (page, text) => page.getByRole('button', { name: text('clinic', 'invitations.accept') }),
  },
  {
    name: 'invitation, reject',
    viewer: 'invited',
    after: pressed('clinic', 'invitations.reject'),
    sign: dialog('clinic', 'invitations.confirmTitle'),
  },
];

const overview: readonly Opening[] = [
  {
    name: 'as tables',
    view: true,
    after: async (page, text) => {
      const asTable = page.getByRole('button', { name: startOf(text('overview', 'chart.showAs.table')) });
      await asTable.first().waitFor();
      while ((await asTable.count()) > 0) await asTable.first().click();
    },
    sign: (page) => page.getByRole('table').first(),
  },
];

const account: readonly Opening[] = [
  { name: 'edit', after: pressed('account', 'personal.edit'), sign: dialog('account', 'personal.panel') },
  { name: 'delete', after: pressed('account', 'delete.open'), sign: dialog('account', 'delete.panel') },
];

const inactivity: readonly Opening[] = ['closings', 'vacations'].map((kind) => ({
  name: `new ${kind}`,
  after: pressed('inactivity', `${kind}.add`),
  sign: dialog('inactivity', `${kind}.add`),
}));

const inMenu = (key: string): After => inTurn(pressedOf('patients', 'more'), pressed('patients', key));

const patient: readonly Opening[] = [
  { name: 'edit', after: pressed('patients', 'edit.open'), sign: dialog('patients', 'edit.title') },
  {
    name: 'who looked',
    view: true,
    after: pressed('patients', 'views.open'),
    sign: (page, text) => page.getByText(text('patients', 'views.opened'), { exact: true }).first(),
  },
  {
    name: 'suspend online booking',
    after: inMenu('onlineBooking.suspend.open'),
    sign: dialog('patients', 'onlineBooking.suspend.title'),
  },
  {
    name: 'restrict',
    after: inMenu('restriction.restrict.open'),
    sign: dialog('patients', 'restriction.restrict.title'),
  },
  {
    name: 'legal hold',
    after: inMenu('legalHold.set.open'),
    sign: dialog('patients', 'legalHold.set.title'),
  },
  { name: 'erase', after: inMenu('erase.open'), sign: dialog('patients', 'erase.title') },
  {
    name: 'more actions',
    after: pressedOf('patients', 'more'),
    sign: (page, text) => page.getByRole('button', { name: text('patients', 'erase.open'), exact: true }),
  },
  {
    name: 'new booking',
    after: (page, text) =>
      page
        .getByRole('main')
        .getByRole('button', { name: text('common', 'nav.newBooking') })
        .click(),
    sign: newBookingPanel,
  },
];

export const dashboardOpenings: Openings = {
  '/dashboard/calendar': calendar,
  '/dashboard/clinic': clinics,
  '/dashboard/patients': [
    { name: 'edit', after: pressedOf('patients', 'edit.of'), sign: dialog('patients', 'edit.title') },
    {
      name: 'compare duplicates',
      after: pressed('patients', 'duplicates.compare'),
      sign: dialog('patients', 'duplicates.title'),
    },
  ],
  '/dashboard/patients/:patientId': patient,
  '/dashboard/overview': overview,
  '/dashboard/inactivity': inactivity,
  '/dashboard/setting': [
    { name: 'QR code', after: pressed('welcome', 'share.open'), sign: dialog('welcome', 'share.title') },
  ],
  '/dashboard/account-data': account,
};
