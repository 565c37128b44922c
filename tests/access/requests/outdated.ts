import { dayAhead } from '../../support/http-practice.ts';
import { accountRequests } from './account.ts';
import { bookingRequests } from './booking.ts';
import { clinicRequests } from './clinic.ts';
import type { Request } from './request.ts';

/** Sends a request with another change and an outdated version. */
const outdated =
  (request: Request | undefined, changes: Record<string, unknown>): Request =>
  async (scene) => {
    const sent = await request?.(scene);
    const body = Array.isArray(sent?.body) ? [] : { ...(sent?.body as object), ...changes };
    return { ...sent, body, version: 'long-ago' };
  };

export const outdatedRequests: Readonly<Record<string, Request>> = {
  'updateOptions/old version': outdated(accountRequests['updateOptions'], { calendarAvailabilityLimit: 41 }),
  'setRecallRules/old version': outdated(accountRequests['setRecallRules'], {}),
  'setReminderPlan/old version': outdated(accountRequests['setReminderPlan'], {}),
  'setMessageSettings/old version': outdated(accountRequests['setMessageSettings'], { textsPerMonth: 101 }),
  'updateClinic/old version': outdated(clinicRequests['updateClinic/details'], { city: 'Ostia' }),
  'changeClinicService/old version': outdated(clinicRequests['changeClinicService'], { duration: 55 }),
  'setHubServiceTerms/old version': outdated(clinicRequests['setHubServiceTerms'], { duration: 55 }),
  'setDayHours/old version': outdated(clinicRequests['setDayHours'], {
    days: [{ date: dayAhead(299), windows: [] }],
  }),
  'setHolidays/old version': outdated(clinicRequests['setHolidays'], { country: 'IT' }),
  'setPatientRemarks/old version': outdated(bookingRequests['setPatientRemarks'], { note: 'outdated' }),
  'updatePatient/old version': outdated(bookingRequests['updatePatient'], { name: 'Outdated' }),
  'editBookingNotes/old version': outdated(bookingRequests['editBookingNotes'], { pro_notes: 'outdated' }),
};
