import type { Pro } from '@visita/contracts/pro/views';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useCalendar } from './calendar.api.ts';
import { visibleAtom } from '../state/calendar.atoms.ts';
import { addDays, instantOf, wallTimeOf } from '../time/wall-clock.ts';
import { secondVisit, type Visitor } from '../booking/second-visit.ts';

/** Returns the calendar of the visible days, which the screen keeps up to date, or loads another day that is chosen. */
export const useCalendarOf = (pro: Pro, day: string | null) => {
  const seen = useAtomValue(visibleAtom);
  const isSeen = seen !== null && (day === null || (seen.from <= day && day < seen.to));
  const days = isSeen ? seen : day === null ? null : { from: day, to: addDays(day, 1) };
  return useCalendar(pro, days, { revalidateIfStale: !isSeen }).data;
};

type Time = {
  day: string | null;
  time: string;
  minutes: number;
  timezone: string | undefined;
  except?: string;
};

/** Returns a sentence about another visit of the patient at the same time; empty without one. */
export const useSecondVisit = (pro: Pro, visitor: Visitor | null, time: Time): string => {
  const { t } = useTranslation('appointment');
  const calendar = useCalendarOf(pro, time.day);
  if (!visitor || !calendar || !time.day || !time.time) return '';
  const { day, minutes, timezone, except } = time;
  const from = instantOf(`${day}T${time.time}`, timezone);
  const span = { from, until: from + minutes * 60_000, ...(except === undefined ? {} : { except }) };
  const found = secondVisit(calendar.bookings, visitor, span);
  if (!found) return '';
  const stretch = `${wallTimeOf(found.date)}–${wallTimeOf(found.ending_date)}`;
  const at = { patient: visitor.name || found.patient_name, time: stretch, professional: found.doctor_name };
  return found.doctor_name ? t(($) => $.remarks.second, at) : t(($) => $.remarks.secondUnnamed, at);
};
