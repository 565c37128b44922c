import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import messages from './messages.module.css';
import type { Managed } from './data.ts';
import { FallbackContact } from './contact.tsx';
import { appointmentTime } from './format.ts';
import { Facts, FactLinks } from './facts.tsx';
import { MovePicker } from './move-picker.tsx';
import { Banner, Panel, Spinner } from './parts.tsx';
import { SurveyForm } from './survey-form.tsx';
import { useBookingLanguage } from './use-booking-language.ts';
import { useManaged } from './use-managed.ts';
import { CancelDialog, OtherVisit, Question, useFailureText } from './visit-question.tsx';
import { EarlierButton } from './earlier-button.tsx';

/** Explains whether the booking can still be changed, and until when. */
const ChangeTerms = ({ booking }: { booking: Managed }) => {
  const { t, i18n } = useTranslation('booking');
  const {
    status,
    can_cancel: changeable,
    can_move: movable,
    changeable_until,
    timezone,
    professional,
  } = booking;
  const count = booking.notice_hours;
  if (status === 'cancelled' || status === 'lapsed') return <p>{t(($) => $.manage.gone)}</p>;
  if (status === 'orfan') return <p>{t(($) => $.manage.orphaned, { professional })}</p>;
  const until = appointmentTime(changeable_until, timezone, currentLanguage(i18n));
  return (
    <p className={style.hint}>
      {changeable
        ? t(($) => (movable ? $.manage.until : $.manage.cancelUntil), { ...until, count })
        : t(($) => $.manage.late, { professional, count })}
    </p>
  );
};

type BookingProps = {
  token: string;
  booking: Managed;
  managed: ReturnType<typeof useManaged>;
  /** Whether the link comes from a reminder that asks if the patient will come. */
  asks: boolean;
  /** Tokens of the other visits that the reminder names. */
  also: readonly string[];
  now: () => Date;
};

const ManagedBooking = ({ token, booking, managed, asks, also, now }: BookingProps) => {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null);
  const { sending, failure, done, move, cancel, clearFailure } = managed;
  const close = () => setOpen(null);
  return (
    <>
      <p role="status" className={style.notice}>
        {done && t(($) => $.manage[done])}
      </p>
      <div className={style.card}>
        <Facts appointment={booking} />
        {booking.status === 'confirmed' && <FactLinks appointment={booking} />}
        {asks && booking.can_answer && <Question booking={booking} managed={managed} />}
        {booking.survey === undefined && <ChangeTerms booking={booking} />}
        {booking.survey === 'open' && (
          <SurveyForm token={token} booking={booking} onSent={() => managed.booking.mutate()} />
        )}
        {booking.survey === 'answered' && <p role="status">{t(($) => $.survey.thanks)}</p>}
        {!booking.survey && !booking.can_cancel && !booking.clinic_phone && !booking.clinic_email && (
          <FallbackContact />
        )}
        {failure && (
          <Banner key={failure} onEnd={clearFailure}>
            {failureText(failure, booking)}
          </Banner>
        )}
        {booking.can_cancel && (
          <div className={style.leaving}>
            {booking.can_move && (
              <button
                type="button"
                aria-expanded={open === 'move'}
                onClick={() => setOpen(open === 'move' ? null : 'move')}
              >
                {t(($) => $.manage.move)}
              </button>
            )}
            <button type="button" onClick={() => setOpen('cancel')}>
              {t(($) => $.manage.cancel)}
            </button>
          </div>
        )}
        {booking.can_move && <EarlierButton token={token} booking={booking} />}
        {open === 'move' && booking.can_move && (
          <MovePicker
            booking={booking}
            sending={sending}
            now={now}
            onMove={async (date) => {
              const moved = await move(date);
              if (moved) close();
              return moved;
            }}
          />
        )}
        {open === 'cancel' && booking.can_cancel && (
          <CancelDialog sending={sending} onCancel={() => void cancel().then(close)} onClose={close} />
        )}
      </div>
      {asks && also.map((other) => <OtherVisit key={other} token={other} />)}
      <p className={messages.link}>
        <a href={`/messages/?token=${encodeURIComponent(token)}`}>{t(($) => $.messages.link)}</a>
      </p>
    </>
  );
};

type ScreenProps = { token: string | null; asks?: boolean; also?: readonly string[]; now: () => Date };

/** Page to see, move or cancel a booking, opened from a mailed link. */
export const ManageScreen = ({ token, asks = false, also = [], now }: ScreenProps) => {
  const { t } = useTranslation('booking');
  const managed = useManaged(token);
  const { data: loaded, error, isValidating, mutate } = managed.booking;
  const data = useBookingLanguage(loaded?.language) ? loaded : undefined;
  useEffect(() => {
    document.title = `${t(($) => $.manage.title)} · ${t(($) => $.brand)}`;
  });
  const unknown = token === null || error?.status === 401 || error?.status === 404;
  return (
    <>
      <h1 className={style.title}>{t(($) => $.manage.title)}</h1>
      {data && token !== null && (
        <ManagedBooking token={token} booking={data} managed={managed} asks={asks} also={also} now={now} />
      )}
      {!data && unknown && (
        <Panel kind="error" title={t(($) => $.manage.unknown)}>
          <p>{t(($) => $.confirmation.invalid)}</p>
          <FallbackContact />
        </Panel>
      )}
      {!loaded && !unknown && error && !isValidating && (
        <Panel kind="error">
          <p>{t(($) => $.load.failed)}</p>
          <button type="button" onClick={() => void mutate()}>
            {t(($) => $.load.retry)}
          </button>
        </Panel>
      )}
      {!data && !unknown && (loaded || !error || isValidating) && (
        <div className={style.card}>
          <Spinner label={t(($) => $.load.busy)} />
        </div>
      )}
    </>
  );
};
