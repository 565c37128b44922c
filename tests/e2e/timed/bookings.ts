import { expect, type Page } from '@playwright/test';
import { writeDay, writeTime } from '../dashboard.ts';
import { onTheDay } from '../screens/dashboard.ts';
import { startOf } from '../texts.ts';
import { pretendPlan, intercept } from '../screens/intercept.ts';
import type { Text } from '../screens/screen.ts';
import { field, press } from '../screens/states.ts';
import { inRome, showTomorrow, tomorrow } from '../week.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const patient = 'Nives Orlando';
const calendar = { path: '/dashboard/calendar' } as const;

const openDetails = async (page: Page, text: Text): Promise<void> => {
  await showTomorrow(page, 'it');
  await page.locator('.entry', { hasText: patient }).first().click();
  await page.getByRole('dialog', { name: text('calendar', 'details.title'), exact: true }).waitFor();
};

const openForm = (page: Page, text: Text): Promise<void> => press(page, text('common', 'nav.newBooking'));

const writeVisit = async (page: Page, text: Text): Promise<void> => {
  await openForm(page, text);
  await page.getByRole('combobox', { name: text('appointment', 'service'), exact: true }).click();
  await page.getByRole('option', { name: /Prima visita/ }).click();
  await writeDay(page, text('appointment', 'date'), tomorrow());
  await writeTime(page, 'it', text('appointment', 'time'), '15:00');
};

export const writeUnmailed = async (page: Page, text: Text): Promise<void> => {
  await writeVisit(page, text);
  await page.getByRole('checkbox', { name: text('appointment', 'patient.noEmail') }).check();
  await press(page, text('appointment', 'patient.add'));
  await field(page, text('appointment', 'patient.name')).fill('Nonna Rosa');
};

export const writeBooking = async (page: Page, text: Text): Promise<void> => {
  await writeVisit(page, text);
  await page.getByRole('searchbox', { name: text('appointment', 'patient.search') }).fill('nives');
  await page
    .getByRole('list', { name: text('appointment', 'patient.results') })
    .getByRole('button')
    .click();
};

const book = (page: Page, text: Text) =>
  inDialog(page, text('appointment', 'title'), text('appointment', 'save'));

export const openChange = async (page: Page, text: Text): Promise<void> => {
  await openDetails(page, text);
  await press(page, text('calendar', 'edit.open'));
  await writeTime(page, 'it', text('appointment', 'time'), '11:30');
  await press(page, text('calendar', 'edit.save'));
};

export const change = (page: Page, text: Text) =>
  inDialog(page, text('calendar', 'edit.confirmTitle'), text('calendar', 'edit.confirm'));

export const openRemoval = async (page: Page, text: Text): Promise<void> => {
  await openDetails(page, text);
  await press(page, text('calendar', 'remove.open'));
};

export const remove = (page: Page, text: Text) =>
  inDialog(page, text('calendar', 'remove.confirmTitle'), text('calendar', 'remove.confirm'));

const writeNotes = async (page: Page, text: Text): Promise<void> => {
  await openDetails(page, text);
  await field(page, text('calendar', 'details.proNotes')).fill('Chiedere delle vacanze');
};

const saveNotes = (page: Page, text: Text) => press(page, text('calendar', 'notes.save'));

/** Mocks a changed or new booking with the existing one. */
const answeringWith =
  (changes: { patient_email?: string }) =>
  async (page: Page): Promise<void> => {
    let known: unknown;
    await intercept(page, 'getProCalendar', (answer) => {
      const bookings = answer.data.bookings.map((booking) => ({ ...booking, ...changes }));
      [known] = bookings;
      return { ...answer, data: { ...answer.data, bookings } };
    });
    for (const address of ['**/api/edit_booking/*', '**/api/new_pro_booking'])
      await page.route(address, (route) => route.fulfill({ json: { message: '', data: known } }));
  };

const answeredWithBooking = answeringWith({});

const form = { path: '/dashboard/inactivity' };

const writePeriod = (list: 'closings' | 'vacations') => async (page: Page, text: Text) => {
  await press(page, text('inactivity', `${list}.add`));
  await field(page, text('inactivity', 'fields.title')).fill('Ponte');
  await writeDay(page, text('appointment', 'date'), tomorrow());
  // The visits of the period are loaded before the clock stops.
  const save = page.getByRole('button', { name: text('inactivity', 'save'), exact: true });
  await expect(save).toBeEnabled();
};

const savePeriod = (list: 'closings' | 'vacations') => (page: Page, text: Text) =>
  inDialog(page, text('inactivity', `${list}.add`), text('inactivity', 'save'));

const withPlan =
  (...more: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    await pretendPlan(page);
    for (const step of more) await step(page);
  };

const period = {
  id: 'p',
  title: 'Ponte',
  starting_date: '2027-03-19T00:00:00+01:00',
  ending_date: '2027-03-21T23:59:00+01:00',
} as const;

const vacation = {
  ...period,
  hub_id: 'h',
  pro_name: 'Marco De Santis',
  pro_email: 'marco@example.com',
  clinic_id: 'c',
  clinic_name: 'Studio Aurora',
  role: 'owner',
  type: 'vacation',
};

/** Adds a closing of the booking's clinic. */
const withClosing = (page: Page) =>
  intercept(page, 'getProCalendar', ({ message, data }) => ({
    message,
    data: {
      ...data,
      clinicInactivities: data.bookings.slice(0, 1).map(({ clinic_id: clinicId, clinic_name: name }) => ({
        ...period,
        clinic_id: clinicId,
        clinic_name: name,
        type: 'closing' as const,
      })),
    },
  }));

/** Fills in a free hour of tomorrow, in the panel opened by shortcut. */
const writeBlock = async (page: Page, text: Text): Promise<void> => {
  await page.locator('.calendar-grid[data-shown="true"]').waitFor();
  await page.keyboard.press('b');
  await writeDay(page, text('appointment', 'date'), tomorrow());
  await writeTime(page, 'it', text('appointment', 'block.from'), '06:00');
  await writeTime(page, 'it', text('appointment', 'block.to'), '06:30');
};

const blockTime = (page: Page, text: Text) =>
  inDialog(page, text('appointment', 'block.title'), text('appointment', 'block.title'));

const block = {
  id: 'b',
  pro_id: 'p',
  hub_id: 'h',
  clinic_id: 'c',
  timezone: 'Europe/Rome',
  date: inRome(tomorrow(), '06:00'),
  ending_date: inRome(tomorrow(), '06:30'),
  note: 'Dentista',
};

const withBlock = (page: Page) =>
  intercept(page, 'getProCalendar', ({ message, data }) => ({
    message,
    data: {
      ...data,
      blocks: data.bookings.slice(0, 1).map(({ pro_id: proId }) => ({ ...block, pro_id: proId })),
    },
  }));

const undoing = (page: Page, text: Text) =>
  page.getByRole('button', { name: startOf(text('attendance', 'undoOf', { patient: '{{' })) }).first();

export const bookingMessages: readonly TimedMessage[] = [
  {
    ...calendar,
    situation: 'Pro booking creation failure',
    message: 'bookingFailed',
    before: refused('placeBooking'),
    prepare: writeBooking,
    act: book,
  },
  {
    ...calendar,
    message: 'bookingPlaced',
    before: answeredWithBooking,
    prepare: writeBooking,
    act: book,
  },
  {
    ...calendar,
    message: 'bookingPlacedUnmailed',
    before: answeredWithBooking,
    prepare: writeUnmailed,
    act: book,
  },
  {
    ...calendar,
    situation: 'Invalid email for a new patient',
    message: 'patientEmailInvalid',
    prepare: async (page, text) => {
      await openForm(page, text);
      await field(page, text('appointment', 'patient.newEmail')).fill('nives');
    },
    act: (page, text) => inDialog(page, text('appointment', 'title'), text('appointment', 'patient.add')),
  },
  {
    ...calendar,
    situation: 'Booking edit failure',
    message: 'bookingChangeFailed',
    before: refused('editBooking'),
    prepare: openChange,
    act: change,
  },
  {
    ...calendar,
    message: 'bookingChanged',
    before: answeredWithBooking,
    prepare: openChange,
    act: change,
  },
  {
    ...calendar,
    message: 'bookingChangedUnmailed',
    before: answeringWith({ patient_email: '' }),
    prepare: openChange,
    act: change,
  },
  {
    path: '/dashboard/today',
    message: 'attendanceFailed',
    before: async (page) => {
      await onTheDay(page);
      await refused('correctAttendance')(page);
    },
    prepare: (page, text) => undoing(page, text).waitFor(),
    act: (page, text) => undoing(page, text).click(),
  },
  {
    ...calendar,
    situation: 'Note save failure',
    message: 'notesFailed',
    before: refused('editBookingNotes'),
    prepare: writeNotes,
    act: saveNotes,
  },
  {
    ...calendar,
    message: 'notesSaved',
    before: answered('editBookingNotes', null, { notes_version: '' }),
    prepare: writeNotes,
    act: saveNotes,
  },
  {
    ...calendar,
    message: 'bookingDeletionFailed',
    before: refused('deleteBooking'),
    prepare: openRemoval,
    act: remove,
  },
  {
    ...calendar,
    message: 'bookingDeleted',
    before: answered('deleteBooking'),
    prepare: openRemoval,
    act: remove,
  },
  {
    ...calendar,
    message: 'blockFailed',
    before: refused('blockTime'),
    prepare: writeBlock,
    act: blockTime,
  },
  {
    ...calendar,
    message: 'timeBlocked',
    before: answered('blockTime', block),
    prepare: writeBlock,
    act: blockTime,
  },
  {
    ...calendar,
    message: 'timeUnblocked',
    before: async (page) => {
      await withBlock(page);
      await answered('unblockTime')(page);
    },
    prepare: async (page, text) => {
      await showTomorrow(page, 'it');
      await page.locator('.entry-block').first().click();
      await field(page, text('appointment', 'block.note')).waitFor();
    },
    act: (page, text) =>
      inDialog(page, text('appointment', 'block.edit'), text('appointment', 'block.remove')),
  },
  {
    ...form,
    situation: 'Closing creation failure',
    message: 'periodFailed',
    before: withPlan(answered('getAffected', []), refused('planClosing')),
    prepare: writePeriod('closings'),
    act: savePeriod('closings'),
  },
  {
    ...form,
    situation: 'Vacation creation failure',
    message: 'periodFailed',
    before: withPlan(refused('planVacation')),
    prepare: writePeriod('vacations'),
    act: savePeriod('vacations'),
  },
  {
    ...form,
    message: 'periodPlanned',
    before: withPlan(answered('planVacation', vacation, { affected: [] })),
    prepare: writePeriod('vacations'),
    act: savePeriod('vacations'),
  },
  {
    path: '/dashboard/inactivity',
    message: 'periodRemovalFailed',
    before: withPlan(refused('cancelClosing'), withClosing),
    prepare: (page, text) => press(page, text('inactivity', 'remove.of', { title: period.title })),
    act: (page, text) =>
      inDialog(page, text('inactivity', 'remove.confirmTitle'), text('inactivity', 'remove.confirm')),
  },
];
