import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/client.ts';
import { dropBooking } from '../../../lib/data/calendar.api.ts';
import { takeBack } from '../../../lib/data/waiting.api.ts';
import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import type { Entry } from '../model/calendar-events.ts';

const cancelRequest = async (id: string): Promise<void> => {
  await call('deleteBooking', { params: { id } });
  await dropBooking(id);
};

type Props = { entry: Pick<Entry, 'id' | 'start' | 'detail' | 'offeredTo'> };

/** Button to release an unconfirmed hold, or to take an offered time back, after a confirmation. */
export const ReleaseHold = ({ entry }: Props) => {
  const { t } = useTranslation('calendar');
  const place = useRef<HTMLSpanElement>(null);
  const held = entry.offeredTo === undefined;
  const texts = held ? 'held' : 'offered';
  const end = held ? cancelRequest : takeBack;
  const release = async () => {
    // The button disappears with the hold, so the focus moves to the surrounding hours.
    const hours = place.current?.closest<HTMLElement>('.time-scroller, .rows-scroller, .agenda');
    await end(entry.id);
    hours?.focus({ preventScroll: true });
  };
  return (
    <span ref={place} className="held-release">
      <ConfirmAction
        trigger={(ask) => (
          <button
            type="button"
            aria-label={t(($) => $[texts].releaseUntil, {
              start: wallTimeOf(entry.start),
              time: entry.detail,
            })}
            onClick={ask}
          >
            {t(($) => $[texts].release)}
          </button>
        )}
        title={t(($) => $[texts].title)}
        text={t(($) => $[texts].text, { time: entry.detail })}
        confirm={t(($) => $[texts].release)}
        act={release}
        failed={held ? 'bookingDeletionFailed' : 'waitingFailed'}
        done={held ? 'timeUnblocked' : 'offerTakenBack'}
      />
    </span>
  );
};
