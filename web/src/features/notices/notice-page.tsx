import type { NoticeView } from '@visita/contracts/activity/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { groupBy } from '../../lib/compat/group-by.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { readNotice, useNotices } from '../../lib/data/notices.api.ts';
import { useCalendarAt } from '../../lib/hooks/use-calendar-at.ts';
import { paths } from '../../lib/page/paths.ts';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useActingText } from '../../lib/text/use-acting-text.ts';
import { addDays, dayOf, localDay, localeOf, longDay, wallNow } from '../../lib/time/wall-clock.ts';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { NoticeRow } from './notice-row.tsx';
import classes from './notices.module.css';
import { detailOf, titleOf } from './texts.ts';

/** Returns the heading of a day: today and yesterday are called so. */
const useHeading = () => {
  const { t, i18n } = useTranslation('notices');
  const today = wallNow(undefined).slice(0, 10);
  return (day: string): string => {
    const full = longDay(day, currentLanguage(i18n));
    if (day === today) return t(($) => $.today, { day: full });
    return day === addDays(today, -1) ? t(($) => $.yesterday, { day: full }) : full;
  };
};

const useOpen = (onClose: () => void) => {
  const navigate = useNavigate();
  const calendarAt = useCalendarAt();
  const openNewBooking = useSetAtom(newBookingAtom);
  return (notice: NoticeView): void => {
    void readNotice(notice);
    onClose();
    const { kind, date, booking_id: bookingId, series_id: series } = notice;
    if (series !== undefined) openNewBooking({ day: null, time: '', series });
    else if (kind === 'calendar-lost' || kind === 'texts-used-up') void navigate(paths.setting);
    else void navigate(calendarAt(dayOf(date), kind === 'cancelled' ? undefined : bookingId));
  };
};

type Listed = { pro: Pro; notices: readonly NoticeView[]; onClose: () => void };

const Days = ({ pro, notices, onClose }: Listed) => {
  const { t, i18n } = useTranslation('notices');
  const headingOf = useHeading();
  const open = useOpen(onClose);
  const actingText = useActingText();
  const clinics = useClinics(pro).data ?? [];
  const language = currentLanguage(i18n);
  const sight = {
    language,
    severalPros: clinics.some(({ hubs }) => hubs.length > 1),
    severalClinics: clinics.length > 1,
  };
  const clock = new Intl.DateTimeFormat(localeOf(language), { hour: '2-digit', minute: '2-digit' });
  return [...groupBy(notices, ({ at }) => localDay(at))].map(([day, group]) => (
    <section key={day} aria-label={headingOf(day)}>
      <h3 className={classes['day']}>{headingOf(day)}</h3>
      <ul>
        {group.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            title={titleOf(notice, t, actingText(notice.by ?? null))}
            detail={detailOf(notice, t, sight)}
            time={clock.format(new Date(notice.at))}
            onOpen={() => open(notice)}
          />
        ))}
      </ul>
    </section>
  ));
};

type Props = { pro: Pro; after?: string; onClose: () => void };

/** A page of notices, and the next one if it is asked for. */
export const NoticePage = ({ pro, after, onClose }: Props) => {
  const { t } = useTranslation('notices');
  const page = useNotices(after);
  const [wantsMore, setWantsMore] = useState(false);
  return (
    <Loaded loads={{ page }} failed={t(($) => $.loadFailed)} skeleton={<Loading rows={6} height={56} />}>
      {({ page: { notices, more } }) => {
        const last = notices.at(-1);
        return (
          <>
            <Days pro={pro} notices={notices} onClose={onClose} />
            {more && last && wantsMore && <NoticePage pro={pro} after={last.id} onClose={onClose} />}
            {more && !wantsMore && (
              <Button variant="default" fullWidth mt="md" onClick={() => setWantsMore(true)}>
                {t(($) => $.older)}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
};
