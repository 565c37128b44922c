import type { NoticeView } from '@visita/contracts/activity/views';
import type { TFunction } from 'i18next';
import { dayFormat, dateOf, dayOf, wallTimeOf } from '../../lib/time/wall-clock.ts';

type Texts = TFunction<'notices'>;

/** Returns the first line; `by` are the words for the colleague who acted. */
export const titleOf = (notice: NoticeView, t: Texts, by: string): string => {
  const patient = notice.patient_name || t(($) => $.erased);
  switch (notice.kind) {
    case 'booked':
    case 'moved':
    case 'cancelled':
    case 'not-coming':
    case 'not-placed':
    case 'not-changed': {
      const { kind } = notice;
      return t(($) => $.kinds[kind], { patient });
    }
    case 'not-mailed':
      return t(($) => $.notMailed[notice.reason ?? 'late'], { patient });
    case 'calendar-lost':
      return t(($) => $.calendarLost.title);
    case 'texts-used-up':
      return t(($) => $.textsUsedUp.title);
    case 'blocked':
    case 'absent': {
      const { kind } = notice;
      return t(($) => $.colleague[kind], { by });
    }
  }
};

const dayTime = (date: string, language: string): string => {
  const day = dayFormat(language, { weekday: 'short', day: 'numeric', month: 'short' });
  return `${day.format(dateOf(dayOf(date)))}, ${wallTimeOf(date)}`;
};

const timesOf = ({ kind, date, ending_date: end, previous_date: before }: NoticeView, language: string) => {
  const at = dayTime(date, language);
  if (before !== undefined) return { from: dayTime(before, language), to: at };
  if (kind !== 'blocked' && kind !== 'absent') return at;
  return `${at} – ${dayOf(date) === dayOf(end) ? wallTimeOf(end) : dayTime(end, language)}`;
};

type Sight = {
  readonly language: string;
  /** Whether the reader sees several professionals, or several clinics. */
  readonly severalPros: boolean;
  readonly severalClinics: boolean;
};

/** Returns the line below the title: service, times, professional and clinic. */
export const detailOf = (notice: NoticeView, t: Texts, sight: Sight): string => {
  if (notice.kind === 'calendar-lost') return t(($) => $.calendarLost.text);
  if (notice.kind === 'texts-used-up') return t(($) => $.textsUsedUp.text);
  const times = notice.series_id === undefined ? timesOf(notice, sight.language) : t(($) => $.seeDates);
  const isOfPatient = notice.booking_id !== '' || notice.series_id !== undefined;
  return [
    notice.service,
    typeof times === 'string' ? times : t(($) => $.fromTo, times),
    isOfPatient && sight.severalPros ? notice.doctor_name : '',
    sight.severalClinics ? notice.clinic_name : '',
  ]
    .filter((part) => part.trim() !== '')
    .join(' · ');
};
