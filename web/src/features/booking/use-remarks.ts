import type { Pro } from '@visita/contracts/pro/views';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useClashText } from '../../lib/booking/clash-text.ts';
import { inTheWay } from '../../lib/booking/in-the-way.ts';
import { remarksOf } from '../../lib/booking/remarks.ts';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { instantOf, wallNow } from '../../lib/time/wall-clock.ts';
import type { useChoices } from '../../ui/fields/service-fields.tsx';
import type { Values } from './use-new-booking.ts';

/** Returns what is said beside the time; nothing of it prevents the booking. */
export const useRemarks = (
  pro: Pro,
  values: Values,
  { clinics, clinic, hub, service }: ReturnType<typeof useChoices>,
) => {
  const { t } = useTranslation('appointment');
  const clashText = useClashText();
  const { when, draft } = values;
  const seen = useAtomValue(visibleAtom);
  const calendar = useCalendar(
    pro,
    seen ?? (when.day === null ? null : { from: when.day, to: when.day }),
  ).data;
  const timezone = clinic?.timezone;
  const now = wallNow(timezone);
  const from = when.day && when.time ? instantOf(`${when.day}T${when.time}`, timezone) : null;
  const until = (from ?? 0) + (service?.duration ?? 0) * 60_000;
  const clash =
    from !== null && calendar && hub
      ? inTheWay(calendar, { proId: hub.proId, from, until, timezone }, clinics)
      : undefined;
  const remarks = remarksOf({
    ...when,
    now,
    hub,
    duration: service?.duration,
    email: draft?.email || undefined,
    bookings: calendar?.bookings ?? [],
    taken: clash !== undefined,
  });
  return remarks
    .map((remark) => (remark === 'taken' ? clashText(clash) : t(($) => $.remarks[remark])))
    .join(' ');
};

/** Returns what is missing before the booking can be sent; null if it is complete. */
export const useMissing = ({ when, draft }: Values, { hub, listed }: ReturnType<typeof useChoices>) => {
  const { t } = useTranslation('appointment');
  const missing = [
    !draft || !draft.name || (draft.email && !draft.phone && !draft.withoutPhone)
      ? t(($) => $.patient.title)
      : '',
    hub ? '' : t(($) => $.professional),
    listed ? '' : t(($) => $.service),
    when.day ? '' : t(($) => $.date),
    when.time ? '' : t(($) => $.time),
  ].filter(Boolean);
  return missing.length > 0 ? t(($) => $.missing, { what: missing.join(', ').toLowerCase() }) : null;
};
