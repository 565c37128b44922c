import type { Page } from '@playwright/test';
import { chooseTime, fillContact, type Language } from '../patient.ts';
import { intercept, tell, withoutFirstData, type Instead } from './intercept.ts';
import type { Screen, State } from './screen.ts';
import { goOffline } from './states.ts';

type Sign = State['sign'];

const said =
  (key: string): Sign =>
  (page, text) =>
    page.getByText(text('booking', key), { exact: true });

const again: Sign = (page, text) => page.getByRole('button', { name: text('booking', 'load.retry') });
export const service: Sign = (page, text) =>
  page.getByRole('combobox', { name: text('booking', 'service.step') });

const offline = (ready: Sign, before?: State['before']): State => ({
  name: 'offline',
  ...(before ? { before } : {}),
  after: async (page, text) => {
    await ready(page, text).waitFor();
    await goOffline(page);
  },
  sign: said('load.offline'),
  check: (page, text) => ready(page, text).waitFor({ timeout: 1000 }),
});

export const languageOf = async (page: Page): Promise<Language> =>
  ((await page.locator('html').getAttribute('lang')) ?? 'it') as Language;

const patient = { name: 'Ivo Serra', email: 'ivo@example.com', phone: '3331112222' };

const sentOffline: State = {
  name: 'sent offline',
  after: async (page, text) => {
    await service(page, text).waitFor();
    const language = await languageOf(page);
    await chooseTime(page, language, 'Prima visita');
    await fillContact(page, language, patient);
    await goOffline(page);
    await page.getByRole('button', { name: text('booking', 'form.submit'), exact: true }).click();
  },
  sign: (page, text) => page.getByRole('alert').filter({ hasText: text('booking', 'error.network') }),
  keeps: [
    ['booking', 'form.name', patient.name],
    ['booking', 'form.email', patient.email],
  ],
};

/** Mocks the clinics of a booking page. */
const instead = async (page: Page, answer: Instead<'getProClinics'>): Promise<void> => {
  await withoutFirstData(page);
  await intercept(page, 'getProClinics', answer);
};

const booking: Screen = {
  route: '/booking/:username',
  viewer: 'visitor',
  path: ({ slug }) => `/booking/${slug}`,
  states: [
    { name: 'ready', sign: service },
    {
      name: 'loading',
      before: (page) => instead(page, 'never answered'),
      sign: (page, text) => page.getByRole('status').filter({ hasText: text('booking', 'load.busy') }),
    },
    { name: 'error', before: (page) => instead(page, 500), sign: again },
    {
      name: 'empty',
      before: (page) => instead(page, { answer: { message: '', data: [] } }),
      sign: said('clinic.none'),
    },
    {
      name: 'no free day',
      before: (page) => intercept(page, 'getBookingAvailabilities', { answer: { message: '', data: [] } }),
      after: async (page, text) => {
        await service(page, text).waitFor();
        await service(page, text).selectOption({ index: 1 });
      },
      sign: (page, text) => page.getByText(text('booking', 'day.none', { days: '30' })),
    },
    {
      name: 'days that could not be loaded',
      before: (page) => intercept(page, 'getBookingAvailabilities', 500),
      after: async (page, text) => {
        await service(page, text).waitFor();
        await service(page, text).selectOption({ index: 1 });
      },
      sign: again,
    },
    { name: 'unknown', path: () => '/booking/nobody_here', sign: said('notFound.title') },
    offline(service),
    sentOffline,
  ],
};

const preview: Screen = {
  route: '/preview',
  viewer: 'pro',
  path: () => '/preview',
  states: [
    { name: 'ready', sign: service },
    {
      name: 'loading',
      before: (page) => intercept(page, 'getBookingPreview', 'never answered'),
      sign: (page, text) => page.getByRole('status').filter({ hasText: text('booking', 'load.busy') }),
    },
    { name: 'error', before: (page) => intercept(page, 'getBookingPreview', 500), sign: again },
    offline(service),
  ],
};

const appointment = {
  date: '2027-03-19T10:00:00+01:00',
  ending_date: '2027-03-19T10:30:00+01:00',
  timezone: 'Europe/Rome',
  service: 'Prima visita',
  clinic_name: 'Studio Aurora',
  clinic_address: 'Via Garibaldi 12, 20121 Milano',
  clinic_phone: '+39 02 1234567',
  clinic_email: 'studio@example.com',
  professional: 'Marco De Santis',
  language: 'it',
} as const;

const confirmed = (page: Page) =>
  intercept(page, 'confirmBooking', {
    answer: {
      message: '',
      data: {
        ...appointment,
        manage_token: 'of-a-mail',
        calendar_file: 'BEGIN:VCALENDAR',
        thankYouPage: null,
        patientEmail: patient.email,
        patientName: patient.name,
      },
    },
  });

const confirmation: Screen = {
  route: '/confirmation',
  viewer: 'visitor',
  path: () => '/confirmation/?token=of-a-mail',
  states: [
    { name: 'ready', before: confirmed, sign: said('confirmation.done') },
    {
      name: 'loading',
      before: (page) => intercept(page, 'confirmBooking', 'never answered'),
      sign: said('confirmation.busy'),
    },
    {
      name: 'asked for a press',
      before: (page) => tell(page, '/confirmation/', { 'confirm-by': 'button' }),
      sign: said('confirmation.press'),
    },
    { name: 'error', before: (page) => intercept(page, 'confirmBooking', 500), sign: again },
    { name: 'invalid', sign: said('confirmation.invalid') },
    offline(said('confirmation.done'), confirmed),
  ],
};

export const managed = (page: Page) =>
  intercept(page, 'getManagedBooking', {
    answer: {
      message: '',
      data: {
        ...appointment,
        status: 'confirmed',
        duration: 30,
        hub_service_id: 'h',
        clinic_service_id: 'x',
        clinic_id: 'c',
        changeable_until: '2027-03-18T10:00:00+01:00',
        notice_hours: 24,
        can_cancel: true,
        can_move: true,
        calendar_file: 'BEGIN:VCALENDAR',
      },
    },
  });

const move: Sign = (page, text) =>
  page.getByRole('button', { name: text('booking', 'manage.move'), exact: true });

const manage: Screen = {
  route: '/manage',
  viewer: 'visitor',
  path: () => '/manage/?token=of-a-mail',
  states: [
    { name: 'ready', before: managed, sign: move },
    {
      name: 'loading',
      before: (page) => intercept(page, 'getManagedBooking', 'never answered'),
      sign: (page, text) => page.getByRole('status').filter({ hasText: text('booking', 'load.busy') }),
    },
    { name: 'error', before: (page) => intercept(page, 'getManagedBooking', 500), sign: again },
    { name: 'invalid', sign: said('manage.unknown') },
    offline(move, managed),
  ],
};

const choices = (page: Page) =>
  intercept(page, 'getMyMessages', {
    answer: {
      message: '',
      data: {
        professional: 'Paola Gestione',
        clinic: 'Studio Appia',
        language: 'it' as const,
        mobile: '33',
        texts: true,
        all_texts: true,
        stopped: false,
        recalls: true,
        waiting: [
          {
            entry_id: 'entry',
            clinic_name: 'Studio Appia',
            service: 'Prima visita',
            from: '2026-11-20',
            until: '2027-01-20',
            offer: {
              date: '2027-01-12T10:00:00+01:00',
              until: '2026-11-28T14:30:00+01:00',
              token: 'of-an-offer',
            },
          },
        ],
      },
    },
  });

const save: Sign = (page, text) =>
  page.getByRole('button', { name: text('booking', 'messages.save'), exact: true });

const messages: Screen = {
  route: '/messages',
  viewer: 'visitor',
  path: () => '/messages/?token=of-a-mail',
  states: [
    { name: 'ready', before: choices, sign: save },
    {
      name: 'loading',
      before: (page) => intercept(page, 'getMyMessages', 'never answered'),
      sign: (page, text) => page.getByRole('status').filter({ hasText: text('booking', 'load.busy') }),
    },
    { name: 'error', before: (page) => intercept(page, 'getMyMessages', 500), sign: again },
    { name: 'invalid', sign: said('messages.unknown') },
    offline(save, choices),
  ],
};

export const visitors: readonly Screen[] = [
  booking,
  preview,
  confirmation,
  manage,
  messages,
  {
    route: '/booking',
    viewer: 'visitor',
    path: () => '/booking',
    states: [{ name: 'ready', sign: said('notFound.file') }, offline(said('notFound.file'))],
  },
];
