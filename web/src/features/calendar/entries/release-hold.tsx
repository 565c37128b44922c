import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { dropBooking } from '../../../lib/data/calendar.api.ts';
import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import type { Entry } from '../model/calendar-events.ts';

/** Button to release an unconfirmed hold, after a confirmation. */
export const ReleaseHold = ({ entry }: { entry: Pick<Entry, 'id' | 'start' | 'detail'> }) => {
  const { t } = useTranslation('calendar');
  const place = useRef<HTMLSpanElement>(null);
  const release = async () => {
    // The button disappears with the hold, so the focus moves to the surrounding hours.
    const hours = place.current?.closest<HTMLElement>('.time-scroller, .rows-scroller, .agenda');
    await call('deleteBooking', { params: { id: entry.id } });
    await dropBooking(entry.id);
    hours?.focus({ preventScroll: true });
  };
  return (
    <span ref={place} className="held-release">
      <ConfirmAction
        trigger={(ask) => (
          <button
            type="button"
            aria-label={t(($) => $.held.releaseUntil, { start: wallTimeOf(entry.start), time: entry.detail })}
            onClick={ask}
          >
            {t(($) => $.held.release)}
          </button>
        )}
        title={t(($) => $.held.title)}
        text={t(($) => $.held.text, { time: entry.detail })}
        confirm={t(($) => $.held.release)}
        act={release}
        failed="bookingDeletionFailed"
        done="timeUnblocked"
      />
    </span>
  );
};
