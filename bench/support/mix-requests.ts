import { addDays } from '@visita/contracts/availability/zones';
import type { ClientRequest } from './clients.ts';
import { freeTimes } from './free-times.ts';
import type { Practice } from './practices.ts';

/** Practices and bookings for the requests. */
export type MixScene = {
  practices: readonly Practice[];
  /** Bookings that their pros move back and forth. */
  movable: readonly { id: string; practice: Practice }[];
  /** Takes the token of an unconfirmed booking; null if there is none. */
  token(): string | null;
};

type Kind = 'availability' | 'calendar' | 'command';

const kindOf = (place: number): Kind => (place < 14 ? 'availability' : place < 18 ? 'calendar' : 'command');
/** 14 of 20 read free times, 4 a calendar, 2 change something; the stride mixes them evenly. */
const kinds = Array.from({ length: 20 }, (_, index) => kindOf((index * 7) % 20));
/** Patients book within the practices' 30 days; pros move bookings beyond. */
const publicTimes = { from: 2, days: 27 };
const movedTimes = { from: 40 };

const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Creates the requests of the mix one by one; no two take the same time. */
export const createMix = ({ practices, movable, token }: MixScene): (() => ClientRequest) => {
  const publicTime = freeTimes(practices, publicTimes);
  const today = new Date().toISOString().slice(0, 10);
  const week = `from=${addDays(today, 2)}&to=${addDays(today, 8)}`;
  let [made, booked, edited] = [0, 0, 0];

  const book = (): ClientRequest => {
    const { practice, date } = publicTime((booked += 1));
    const { clinicId, hubServiceId: serviceHubId } = practice;
    const patient = { name: 'Bruno Verdi', email: `patient${booked}@visita.example` };
    const contactInfo = { ...patient, prefix: '+39', phone: '3339876543', privacyPolicy: true };
    const body = JSON.stringify({ clinicId, serviceHubId, date, contactInfo });
    return { method: 'POST', path: '/api/new_booking', headers: json, body };
  };
  const edit = (): ClientRequest => {
    const { id, practice } = movable[(edited += 1) % movable.length]!;
    const { date } = freeTimes([practice], movedTimes)(edited);
    const body = JSON.stringify({ date, hub_service_id: practice.hubServiceId });
    const headers = { ...json, ...bearer(practice.token) };
    return { method: 'PUT', path: `/api/edit_booking/${id}`, headers, body };
  };
  const confirm = (): ClientRequest => {
    const waiting = token();
    if (waiting === null) return edit();
    return { method: 'PUT', path: '/api/booking_confirmation', headers: bearer(waiting) };
  };
  const commands = [book, confirm, edit];

  return () => {
    made += 1;
    const turn = Math.floor(made / kinds.length);
    const { clinicId, proId, token: own } = practices[made % practices.length]!;
    const kind = kinds[made % kinds.length];
    if (kind === 'availability') return { method: 'GET', path: `/api/booking_availabilities/${clinicId}` };
    if (kind === 'calendar') {
      return { method: 'GET', path: `/api/pro_calendar/${proId}?${week}`, headers: bearer(own) };
    }
    return commands[turn % commands.length]!();
  };
};
