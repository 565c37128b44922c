import type { HolidayChoice } from '@visita/contracts/clinic/events';
import type { Zone } from '@visita/contracts/availability/zones';
import { holidayClosingId, holidaysAfter } from '@visita/platform/holidays/holidays';
import { periodOf } from '../period.ts';
import type { HolidayClosing } from './holidays.ts';

type Where = { readonly clinicId: string; readonly choice: HolidayChoice; readonly zone: Zone };

/**
 * Returns the closings for public holidays in the twelve months after an instant: whole local days of the
 * clinic.
 */
export const holidayClosings = async (
  { clinicId, choice, zone }: Where,
  now: Date,
): Promise<HolidayClosing[]> => {
  const today = zone.wallOf(now.getTime()).slice(0, 10);
  const days = await holidaysAfter(choice, choice.language, today);
  return days.map(({ date, name: title }) => ({
    date,
    closingId: holidayClosingId(clinicId, date),
    period: periodOf({ title, starting_date: `${date}T00:00`, ending_date: `${date}T23:59` }, zone),
  }));
};
