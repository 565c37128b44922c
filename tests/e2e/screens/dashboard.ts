import type { Page } from '@playwright/test';
import type { BookingView } from '@visita/contracts/booking/views';
import { dueRecall } from './due-recall.ts';
import { intercept, pretend, pretendPlan } from './intercept.ts';
import { session } from './onboarding.ts';
import type { Screen, State } from './screen.ts';
import { field, goOffline, heading, loads, networkAlert, offline, press, retry, stale } from './states.ts';
import { inDays } from '../week.ts';
import { visitsInTheWay } from './visits-in-the-way.ts';

type Sign = State['sign'];

const grid: Sign = (page) => page.locator('.calendar-grid[data-shown="true"]');
const clinic: Sign = (page, text) => page.getByRole('link', { name: text('clinic', 'map') });
const patientRow: Sign = (page) => page.getByRole('main').getByRole('listitem').getByRole('link').first();
const said =
  (namespace: string, key: string): Sign =>
  (page, text) =>
    page.getByText(text(namespace, key), { exact: true }).first();

const calendar: Screen = {
  route: '/dashboard/calendar',
  viewer: 'pro',
  path: () => '/dashboard/calendar',
  states: [
    { name: 'ready', sign: grid },
    ...loads('getProCalendar'),
    { name: 'error of the clinics', before: (page) => intercept(page, 'getProClinics', 500), sign: retry },
    stale('getProCalendar', 'calendar', grid),
    {
      name: 'mails that wait',
      before: (page) =>
        intercept(page, 'getProCalendar', ({ message, data }) => ({
          message,
          data: { ...data, mailsWaiting: 3 },
        })),
      sign: (page, text) => page.getByText(text('calendar', 'mailsWaiting.text_other', { count: '3' })),
    },
    {
      ...offline(grid),
      check: async (page, text) => {
        await grid(page, text).waitFor({ timeout: 1000 });
        await page.getByText(text('common', 'live.offline'), { exact: true }).waitFor();
      },
    },
    {
      name: 'days that could not be loaded',
      after: async (page, text) => {
        await grid(page, text).waitFor();
        await intercept(page, 'getProCalendar', 500);
        const next = page.getByRole('button', {
          name: new RegExp(`^${text('calendar', 'grid.next').trim()}`),
        });
        // Adjacent months are preloaded.
        for (let week = 0; week < 10; week += 1) await next.click();
      },
      sign: said('calendar', 'loadFailed'),
    },
  ],
};

/** Shows a busy day of the demo as today, with attendance of the first visits. */
export const onTheDay = (page: Page) =>
  intercept(page, 'getProCalendar', ({ message, data }) => {
    const today = inDays(0);
    const days = Map.groupBy(data.bookings, ({ date }) => date.slice(0, 10));
    const [busiest = []] = [...days.values()].toSorted((one, other) => other.length - one.length);
    const onToday = (date: string) => `${today}${date.slice(10)}`;
    const said = ['attended', 'missed', 'excused', 'arrived'] as const;
    // Simultaneous visits come in the order of random ids, so they are sorted as on the sheet.
    const sheet = busiest.toSorted(
      (one, other) =>
        Date.parse(one.date) - Date.parse(other.date) || one.patient_name.localeCompare(other.patient_name),
    );
    const bookings = sheet.map((booking, index): BookingView => ({
      ...booking,
      date: onToday(booking.date),
      ending_date: onToday(booking.ending_date),
      attendance: said[index] ?? 'expected',
      arrived_at: said[index] === 'arrived' ? new Date(Date.now() - 12 * 60_000).toISOString() : '',
    }));
    return { message, data: { ...data, bookings } };
  });

const visits: Sign = (page, text) => page.getByRole('list', { name: text('today', 'list') });

const today: Screen = {
  route: '/dashboard/today',
  viewer: 'pro',
  path: () => '/dashboard/today',
  states: [
    { name: 'ready', before: onTheDay, sign: visits },
    ...loads('getProCalendar'),
    { name: 'empty', viewer: 'beginner', sign: said('today', 'empty.title') },
    stale('getProCalendar', 'today', visits, onTheDay),
    offline(visits, onTheDay),
  ],
};

const waitingList: Screen = {
  route: '/dashboard/waiting_list',
  viewer: 'pro',
  path: () => '/dashboard/waiting_list',
  states: [
    { name: 'ready', sign: (page) => page.getByRole('article', { name: 'Nives Orlando' }) },
    ...loads('getWaitingList'),
  ],
};

/** A patient who can be invited, one who was, and one without email. */
const recallList = {
  due: [
    dueRecall,
    { ...dueRecall, booking_id: 'c', name: 'Zita Gallo', reachable: false, treatment: false },
    {
      ...dueRecall,
      booking_id: 'd',
      name: 'Elio Sala',
      not_sent: { at: '2026-11-27T09:00:00.000Z', reason: 'limit' as const },
    },
    { ...dueRecall, booking_id: 'b', name: 'Aldo Neri', invited: '2026-11-20T09:00:00.000Z' },
  ],
  total: 4,
  invited: 1,
};

const recalls: Screen = {
  route: '/dashboard/recalls',
  viewer: 'pro',
  path: () => '/dashboard/recalls',
  states: [
    {
      name: 'ready',
      before: (page) => intercept(page, 'getRecalls', { answer: { message: '', data: recallList } }),
      sign: (page) => page.getByRole('article', { name: dueRecall.name }),
    },
    ...loads('getRecalls'),
    {
      name: 'empty',
      before: (page) =>
        intercept(page, 'getRecalls', { answer: { message: '', data: { due: [], total: 0, invited: 0 } } }),
      sign: said('recalls', 'empty'),
    },
  ],
};

const clinics: Screen = {
  route: '/dashboard/clinic',
  viewer: 'pro',
  path: () => '/dashboard/clinic',
  states: [
    { name: 'ready', sign: clinic },
    ...loads('getProClinics'),
    { name: 'empty', viewer: 'beginner', sign: said('clinic', 'empty.title') },
    { name: 'invited', viewer: 'invited', sign: said('clinic', 'invitations.accept') },
    stale('getProClinics', 'clinic', clinic),
    offline(clinic),
    {
      name: 'choices that could not be loaded',
      before: (page) => intercept(page, 'getProvinces', 500),
      after: async (page, text) => {
        await clinic(page, text).waitFor();
        await press(page, text('clinic', 'newClinic'));
      },
      sign: said('clinic', 'details.provincesFailed'),
    },
  ],
};

const patients: Screen = {
  route: '/dashboard/patients',
  viewer: 'pro',
  path: () => '/dashboard/patients',
  states: [
    { name: 'ready', sign: patientRow },
    ...loads('getPatientList'),
    { name: 'empty', viewer: 'beginner', sign: said('patients', 'empty.title') },
    {
      name: 'no match',
      after: (page, text) => page.getByRole('searchbox', { name: text('patients', 'search') }).fill('zzz'),
      sign: said('patients', 'noneFound'),
    },
    stale('getPatientList', 'patients', patientRow),
    offline(patientRow),
  ],
};

const history = heading('patients', 'history.title', 2);

const patient: Screen = {
  route: '/dashboard/patients/:patientId',
  viewer: 'pro',
  path: ({ patientId }) => `/dashboard/patients/${patientId}`,
  states: [
    { name: 'ready', before: pretendPlan, sign: history },
    { name: 'without the plan', sign: said('patients', 'upgrade.title') },
    ...loads('getPatientBookings', pretendPlan),
    {
      name: 'empty',
      before: async (page) => {
        await pretendPlan(page);
        await intercept(page, 'getPatientBookings', ({ message, data }) => ({
          message,
          data: { ...data, bookings: [], cancelled: [] },
        }));
      },
      sign: said('patients', 'history.none'),
    },
    offline(history, pretendPlan),
    {
      name: 'sent offline',
      after: async (page, text) => {
        await press(page, text('patients', 'edit.open'));
        const panel = page.getByRole('dialog', { name: text('patients', 'edit.title') });
        await panel.getByLabel(text('patients', 'edit.name')).fill('Nives Orlando Bianchi');
        await goOffline(page);
        await panel.getByRole('button', { name: text('patients', 'edit.save') }).click();
      },
      sign: networkAlert,
      keeps: [['patients', 'edit.name', 'Nives Orlando Bianchi']],
    },
  ],
};

const closing = {
  id: 'c',
  title: 'Ponte di primavera',
  clinic_id: 'c',
  clinic_name: 'Studio Aurora',
  starting_date: '2027-03-19T00:00:00+01:00',
  ending_date: '2027-03-21T23:59:00+01:00',
  type: 'closing',
} as const;

const closings = heading('inactivity', 'closings.title', 2);

const withClosing = async (page: Page) => {
  await pretendPlan(page);
  await intercept(page, 'getProCalendar', ({ message, data }) => ({
    message,
    data: { ...data, clinicInactivities: [...data.clinicInactivities, closing] },
  }));
};

const inactivity: Screen = {
  route: '/dashboard/inactivity',
  viewer: 'pro',
  path: () => '/dashboard/inactivity',
  states: [
    { name: 'ready', before: withClosing, sign: (page) => page.getByText(closing.title) },
    { name: 'without the plan', sign: said('inactivity', 'upgrade.title') },
    ...loads('getProCalendar', pretendPlan),
    { name: 'empty', before: pretendPlan, sign: said('inactivity', 'closings.none') },
    {
      name: 'error of the clinics',
      before: async (page) => {
        await pretendPlan(page);
        await intercept(page, 'getProHubs', 500);
      },
      sign: retry,
    },
    stale('getProCalendar', 'inactivity', closings, pretendPlan),
    offline(closings, pretendPlan),
  ],
};

const figures: Sign = (page, text) =>
  page.getByText(text('overview', 'figures.bookings'), { exact: true }).first();

const overview: Screen = {
  route: '/dashboard/overview',
  viewer: 'pro',
  path: () => '/dashboard/overview',
  states: [
    { name: 'ready', sign: figures },
    ...loads('getProOverview'),
    { name: 'empty', viewer: 'beginner', sign: said('overview', 'noClinic.title') },
    stale('getProOverview', 'overview', figures),
    offline(figures),
  ],
};

const limit: Sign = (page, text) =>
  page.getByRole('switch', { name: text('settings', 'options.patientBookingLimit.label') });

const settings: Screen = {
  route: '/dashboard/setting',
  viewer: 'pro',
  path: () => '/dashboard/setting',
  states: [
    { name: 'ready', before: pretendPlan, sign: heading('settings', 'advanced.title', 2) },
    { name: 'without the plan', sign: heading('settings', 'upgrade.title', 2) },
    ...session,
    stale('authenticate', 'setting', heading('settings', 'title')),
    offline(heading('settings', 'title')),
    {
      name: 'sent offline',
      after: async (page, text) => {
        await limit(page, text).waitFor();
        await goOffline(page);
        await limit(page, text).click();
      },
      sign: networkAlert,
      check: (page, text) => limit(page, text).and(page.locator(':not(:checked)')).waitFor(),
    },
  ],
};

const account: Screen = {
  route: '/dashboard/account-data',
  viewer: 'pro',
  path: () => '/dashboard/account-data',
  states: [
    { name: 'ready', sign: heading('account', 'title') },
    ...session,
    offline(heading('account', 'title')),
    {
      name: 'second factor asked',
      before: (page) => pretend(page, { factorAsked: true }),
      sign: heading('account', 'factorGate.asked.title'),
    },
    {
      name: 'failed',
      before: (page) => intercept(page, 'requestEmailChange', 500),
      after: async (page, text) => {
        await field(page, text('account', 'email.field')).fill('new@example.com');
        await press(page, text('account', 'email.submit'));
      },
      sign: said('account', 'email.errorMessage'),
      keeps: [['account', 'email.field', 'new@example.com']],
    },
  ],
};

const lost: Screen = {
  route: '/dashboard/*',
  viewer: 'pro',
  path: () => '/dashboard/nowhere',
  states: [
    { name: 'ready', sign: heading('common', 'lost.title') },
    ...session,
    offline(heading('common', 'lost.title')),
  ],
};

export const dashboard: readonly Screen[] = [
  {
    route: '/dashboard',
    viewer: 'pro',
    path: () => '/dashboard',
    states: [
      { name: 'ready', sign: grid },
      { name: 'logged out', viewer: 'visitor', sign: heading('auth', 'login.title') },
      ...session,
    ],
  },
  calendar,
  today,
  waitingList,
  recalls,
  clinics,
  patients,
  patient,
  overview,
  inactivity,
  visitsInTheWay,
  settings,
  account,
  lost,
];
