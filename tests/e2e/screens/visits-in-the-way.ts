import type { Page } from '@playwright/test';
import type { BookingView } from '@visita/contracts/booking/views';
import { intercept } from './intercept.ts';
import type { Screen } from './screen.ts';
import { heading, loads, offline } from './states.ts';

const names = ['Carla Verdi', 'Ugo Àlvarez', 'Maria Maddalena Castelnuovo della Misericordia'];

/** Visits of two professionals on one day; the last patient has no email. */
const visits = (): BookingView[] =>
  names.map((name, nth) => ({
    id: `visit-${nth}`,
    patient_id: `patient-${nth}`,
    pro_id: nth === 0 ? 'luca' : 'sara',
    doctor_name: nth === 0 ? 'Luca Riva' : 'Sara Moretti',
    date: `2027-03-19T${10 + nth}:00:00+01:00`,
    ending_date: `2027-03-19T${10 + nth}:30:00+01:00`,
    timezone: 'Europe/Rome',
    duration: 30,
    service: 'Prima visita',
    hub_service_id: 'gone',
    patient_name: name,
    patient_email: nth === 2 ? '' : `p${nth}@example.com`,
    patient_prefix: '+39',
    patient_phone: `333000111${nth}`,
    clinic_id: 'c',
    clinic_name: 'Studio Aurora',
    clinic_city: 'Milano',
  })) as unknown as BookingView[];

const answerWith = (bookings: BookingView[]) => (page: Page) =>
  intercept(page, 'getVisitsInTheWay', {
    answer: {
      message: 'Visits',
      data: {
        type: 'closing',
        title: 'Ponte di primavera',
        clinic_id: 'c',
        clinic_name: 'Studio Aurora',
        timezone: 'Europe/Rome',
        professional: null,
        starting_date: '2027-03-19T00:00',
        ending_date: '2027-03-21T23:59',
        bookings,
        held: [],
        more: false,
      },
    },
  });
const withVisits = answerWith(visits());

/** The visits during a closing, to be moved or cancelled. */
export const visitsInTheWay: Screen = {
  route: '/dashboard/inactivity/visits',
  viewer: 'pro',
  path: () => '/dashboard/inactivity/visits?of=00000000-0000-4000-8000-000000000001.closing1',
  states: [
    { name: 'ready', before: withVisits, sign: (page) => page.getByText('Carla Verdi') },
    {
      name: 'empty',
      before: answerWith([]),
      sign: (page, text) => page.getByText(text('inactivity', 'visits.none')),
    },
    { name: 'gone', sign: heading('inactivity', 'visits.gone', 2) },
    ...loads('getVisitsInTheWay'),
    offline((page) => page.getByText('Carla Verdi'), withVisits),
  ],
};
