import type { Pro } from '@visita/contracts/pro/views';
import { useTranslation } from 'react-i18next';
import { useClashText } from '../../lib/booking/clash-text.ts';
import { inTheWay } from '../../lib/booking/in-the-way.ts';
import { remarksOf } from '../../lib/booking/remarks.ts';
import { useCalendarOf, useSecondVisit } from '../../lib/data/use-second-visit.ts';
import { instantOf, wallNow } from '../../lib/time/wall-clock.ts';
import type { useChoices } from '../../ui/fields/service-fields.tsx';
import type { Values } from './use-new-booking.ts';

/** Returns the remarks beside the time; none of them prevents the booking. */
export const useRemarks = (
  pro: Pro,
  values: Values,
  { clinics, clinic, hub, minutes = 0 }: ReturnType<typeof useChoices>,
) => {
  const { t } = useTranslation('appointment');
  const clashText = useClashText();
  const { when, draft } = values;
  const calendar = useCalendarOf(pro, when.day);
  const timezone = clinic?.timezone;
  const visitor = draft && { ...draft, id: draft.known };
  const second = useSecondVisit(pro, visitor, { ...when, minutes, timezone });
  const from = when.day && when.time ? instantOf(`${when.day}T${when.time}`, timezone) : null;
  const until = (from ?? 0) + minutes * 60_000;
  const clash =
    from !== null && calendar && hub
      ? inTheWay(calendar, { proId: hub.proId, from, until, timezone }, clinics)
      : undefined;
  const remarks = remarksOf({
    ...when,
    now: wallNow(timezone),
    hub,
    duration: minutes,
    email: draft?.email || undefined,
    bookings: calendar?.bookings ?? [],
    taken: clash !== undefined,
  });
  const said = remarks
    .filter((remark) => remark !== 'again' || second === '')
    .map((remark) => {
      if (remark === 'taken') return clash && clashText(clash);
      return t(($) => $.remarks[remark]);
    });
  return [...said, second].filter(Boolean).join(' ');
};

/** Returns the missing fields before the booking can be sent; null without any. */
export const useMissing = (
  { when, draft }: Values,
  { hub, listed }: ReturnType<typeof useChoices>,
  noneFree: boolean,
) => {
  const { t } = useTranslation('appointment');
  const missing = [
    !draft || !draft.name || (draft.email && !draft.phone && !draft.withoutPhone)
      ? t(($) => $.patient.title)
      : '',
    hub || noneFree ? '' : t(($) => $.professional),
    listed ? '' : t(($) => $.service),
    when.day ? '' : t(($) => $.date),
    when.time ? '' : t(($) => $.time),
  ].filter(Boolean);
  const said = [
    noneFree && t(($) => $.noneFree, { time: when.time }),
    missing.length > 0 && t(($) => $.missing, { what: missing.join(', ').toLowerCase() }),
  ];
  return said.filter(Boolean).join(' ') || null;
};
