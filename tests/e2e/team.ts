import type { Page } from '@playwright/test';
import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { fetchWhole } from '../support/fetch-whole.ts';
import { proOf, staffed } from '../support/full-calendar.ts';
import type { Stack } from '../support/stack.ts';
import { openPractice } from './practice.ts';
import { tomorrow } from './week.ts';

/** A visit of a professional by number, 0 being the viewer: minutes since midnight. */
export type TeamVisit = { pro: number; day: string; start: number; minutes?: number } & Partial<
  Pick<BookingView, 'attendance' | 'not_mailed' | 'patient_name'>
>;

/** Returns the token of a new practice with one visit, the template of all others. */
export const openBooked = async (stack: Stack, username: string): Promise<string> => {
  const { call, hubServiceIds, token } = await openPractice(stack, username);
  const booking = { hubServiceId: hubServiceIds[0], date: `${tomorrow()}T10:00`, proNotes: '' };
  const patient = { name: 'Ada', email: 'ada@example.com', prefix: '+39', phone: '3337654321' };
  await call('placeBooking', { body: { booking, patient } });
  return token;
};

const names = ['Giulia Ferri', 'Marco Bassi', 'Ida Conti', 'Luca Riva', 'Sara Moretti', 'Paolo Greco'];
const others = [
  'Elena Romano',
  'Davide Fontana',
  'Chiara Gallo',
  'Matteo Costa',
  'Anna Barbieri',
  'Franco Serra',
];

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const visitOf = (like: BookingView, visit: TeamVisit, index: number): BookingView => {
  const { pro, day, start, minutes = 30, ...more } = visit;
  const at = (minute: number) => `${day}T${clock(minute)}:00${like.date.slice(-6)}`;
  return {
    ...like,
    id: `team-${index}`,
    patient_name: `Paziente ${index}`,
    pro_id: pro === 0 ? like.pro_id : proOf(pro - 1),
    doctor_name: [...names, ...others][pro] ?? `Collega ${pro}`,
    date: at(start),
    ending_date: at(start + minutes),
    duration: minutes,
    ...more,
  };
};

export type Team = {
  professionals?: number;
  visits: () => readonly TeamVisit[];
  /** Changes the clinic's professionals and services. */
  clinic?: (clinic: ClinicView) => ClinicView;
  more?: (like: BookingView) => Partial<ProCalendar>;
};

/** Shows a clinic with several professionals to the viewer, by mocked responses. */
export const showTeam = async (page: Page, token: string, team: Team): Promise<void> => {
  const { professionals = 12, visits, clinic: change = (clinic) => clinic, more } = team;
  await page.addInitScript(`localStorage.setItem('visita.session', '${token}')`);
  await page.route('**/api/pros/*/clinics', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: ClinicView[] };
    const data = answer.data.map((clinic) => {
      const full = staffed(clinic, professionals);
      const hubs = full.hubs.map((hub, index) => {
        const [name = '', lastname = ''] = ([...names, ...others][index] ?? `Collega ${index}`).split(' ');
        return { ...hub, pro: { ...hub.pro, name, lastname } };
      });
      return change({ ...full, hubs });
    });
    await route.fulfill({ response, json: { ...answer, data } });
  });
  // The server does not know the mocked visits.
  await page.route('**/api/booking_history/team-*', (route) => route.fulfill({ json: { data: [] } }));
  // The hubs of the team are invented.
  await page.route('**/api/waiting_list/*?hubId=*', (route) => route.fulfill({ json: { data: [] } }));
  await page.route('**/api/pro_calendar/**', async (route) => {
    const response = await fetchWhole(route);
    const answer = (await response.json()) as { data: ProCalendar };
    const [like] = answer.data.bookings;
    if (!like) throw new Error('there is no booking to copy');
    const bookings = visits().map((visit, index) => visitOf(like, visit, index));
    await route.fulfill({
      response,
      json: { ...answer, data: { ...answer.data, bookings, ...more?.(like) } },
    });
  });
};
