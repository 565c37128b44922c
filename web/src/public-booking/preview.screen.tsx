import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BookingScreen } from './booking.screen.tsx';
import { usePro, useVisible } from './data.ts';
import style from './preview.module.css';

/** Preview of the logged-in professional's own page; nothing can be booked from it. */
export const PreviewScreen = ({ now, leave }: { now: () => Date; leave: (address: string) => void }) => {
  const { t } = useTranslation('booking');
  const isOut = usePro('').error?.status === 401;
  const visible = useVisible().data;
  useEffect(() => {
    if (isOut) leave('/login');
  }, [isOut]);
  return (
    <>
      <aside className={style.notice} aria-label={t(($) => $.preview.title)}>
        <p>
          <b>{t(($) => $.preview.title)}</b> {t(($) => $.preview.text)}
          {visible === false && ` ${t(($) => $.preview.closed)}`}
        </p>
        <a className={style.directions} href="/dashboard/clinic">
          {t(($) => $.preview.back)}
        </a>
      </aside>
      {!isOut && <BookingScreen slug="" now={now} />}
    </>
  );
};
