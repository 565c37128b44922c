import { linksLast } from '@visita/contracts/booking/links';
import { readable } from '@visita/contracts/event';
import type { Process } from '@visita/platform/runtime/process';
import { takeSteps } from '@visita/platform/runtime/commit';
import { giveUpSteps } from '../booking/correct.ts';
import { isMailedElsewhere, type PlacedBooking } from '../booking/decider.ts';
import type { Domain } from '../domain.ts';
import type { PatientBookings } from './patient-bookings.ts';

type Deps = { domain: Domain; bookings: Pick<PatientBookings, 'of'> };

/**
 * Gives a patient's corrected email to their bookings, which ends the links mailed to the old address. Requests that
 * wait for a confirmation from the old address end.
 */
export const correctEmails = ({ domain, bookings }: Deps): Process => ({
  name: 'correct-emails',
  on: {
    PatientUpdated: async ({ data: { patientId, email: corrected } }, cause) => {
      const email = corrected === undefined ? null : readable(corrected);
      if (email === null) return;
      const visits: PlacedBooking[] = [];
      for (const bookingId of await bookings.of(patientId)) {
        const { state } = await domain.bookings.load(bookingId);
        if (state.status === 'none' || Date.parse(state.end) + linksLast < Date.parse(cause.time)) continue;
        const gets = (state.told?.contactId ?? state.patientId) === patientId;
        const isRequest = state.status === 'pending' || state.status === 'lapsed';
        if (gets && isRequest) await takeSteps(giveUpSteps(domain, state), cause);
        else if (isMailedElsewhere(state, { patientId, email })) visits.push(state);
      }
      // After a crash, the visits that were corrected before are not among these, but the last of each series is.
      const lasts = new Set(new Map(visits.map((visit) => [visit.series?.seriesId, visit])).values());
      for (const visit of visits) {
        const last = lasts.has(visit);
        const command = { type: 'correct-email', patientId, email, last } as const;
        await domain.bookings.execute(visit.bookingId, command, cause);
      }
    },
  },
});
