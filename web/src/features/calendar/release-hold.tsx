import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { dropBooking } from '../../lib/data/calendar.api.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import type { Entry } from './calendar-events.ts';

/** A press here is none on the free time that the grid draws bookings on. */
const keep = (event: SyntheticEvent): void => event.stopPropagation();

/** Gives back a time that is held for somebody who has not confirmed, once that was confirmed. */
export const ReleaseHold = ({ entry }: { entry: Pick<Entry, 'id' | 'detail'> }) => {
  const { t } = useTranslation('calendar');
  const release = async () => {
    await call('deleteBooking', { params: { id: entry.id } });
    await dropBooking(entry.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it keeps presses of its button to itself
    <span className="held-release" onPointerDown={keep} onClick={keep} onKeyDown={keep}>
      <ConfirmAction
        trigger={(ask) => (
          <button
            type="button"
            aria-label={t(($) => $.held.releaseUntil, { time: entry.detail })}
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
