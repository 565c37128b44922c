import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import messages from './messages.module.css';
import type { Managed } from './data.ts';
import { FallbackContact } from './contact.tsx';
import { Dialog } from './dialog.tsx';
import { appointmentTime } from './format.ts';
import { Facts, FactLinks } from './facts.tsx';
import { MovePicker } from './move-picker.tsx';
import { Banner, Panel, Spinner } from './parts.tsx';
import { SurveyForm } from './survey-form.tsx';
import { useBookingLanguage } from './use-booking-language.ts';
import { useManaged, type ManageFailure } from './use-managed.ts';
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

type AnswerProps = { booking: Managed; sending: boolean; onAnswer: (coming: boolean) => void };

/** Question of a reminder; nothing is sent before a press. */
const Question = ({ booking, sending, onAnswer }: AnswerProps) => {
  const { t } = useTranslation('booking');
  const { visit_answer: answer, can_cancel: cancels } = booking;
  return (
    <section aria-labelledby="ask">
      <h2 id="ask">{t(($) => $.manage.answer.ask)}</h2>
      <p role="status">
        {answer && t(($) => $.manage.answer[answer === 'coming' ? 'saidComing' : 'saidNotComing'])}
      </p>
      {!cancels && <p className={style.hint}>{t(($) => $.manage.answer.notComingHint)}</p>}
      <div className={style.chosen}>
        <button
          type="button"
          className="primary"
          aria-pressed={answer === 'coming'}
          disabled={sending}
          onClick={() => onAnswer(true)}
        >
          {t(($) => $.manage.answer.coming)}
        </button>
        <button
          type="button"
          aria-pressed={answer === 'not-coming'}
          disabled={sending}
          onClick={() => onAnswer(false)}
        >
          {t(($) => $.manage.answer.notComing)}
        </button>
      </div>
    </section>
  );
};

type CancelProps = { sending: boolean; onCancel: () => void; onClose: () => void };

const CancelDialog = ({ sending, onCancel, onClose }: CancelProps) => {
  const { t } = useTranslation('booking');
  return (
    <Dialog open title={t(($) => $.manage.cancelTitle)} locked={sending} onClose={onClose}>
      <p>{t(($) => $.manage.cancelText)}</p>
      <div className={style.chosen}>
        <button type="button" disabled={sending} onClick={onClose}>
          {t(($) => $.manage.keep)}
        </button>
        <button type="button" className="primary" disabled={sending} onClick={onCancel}>
          {t(($) => $.manage.cancelNow)}
        </button>
      </div>
    </Dialog>
  );
};

const useFailureText = () => {
  const { t } = useTranslation('booking');
  return (failure: ManageFailure, { professional, notice_hours: count }: Managed): string => {
    if (failure === 'late') return t(($) => $.manage.late, { professional, count });
    if (failure === 'inactive') return t(($) => $.manage.gone);
    return failure === 'send' ? t(($) => $.manage.failed) : t(($) => $.error[failure]);
  };
};

type BookingProps = {
  token: string;
  booking: Managed;
  managed: ReturnType<typeof useManaged>;
  /** Whether the link comes from a reminder that asks if the patient will come. */
  asks: boolean;
  now: () => Date;
};

const ManagedBooking = ({ token, booking, managed, asks, now }: BookingProps) => {
  const { t } = useTranslation('booking');
  const failureText = useFailureText();
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null);
  const { sending, failure, done, move, cancel, answer, clearFailure } = managed;
  const close = () => setOpen(null);
  return (
    <>
      <p role="status" className={style.notice}>
        {done && t(($) => $.manage[done])}
      </p>
      <div className={style.card}>
        <Facts appointment={booking} />
        {booking.status === 'confirmed' && <FactLinks appointment={booking} />}
        {asks && booking.can_answer && (
          <Question
            booking={booking}
            sending={sending}
            onAnswer={(coming) => (coming || !booking.can_cancel ? void answer(coming) : setOpen('cancel'))}
          />
        )}
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
      <p className={messages.link}>
        <a href={`/messages/?token=${encodeURIComponent(token)}`}>{t(($) => $.messages.link)}</a>
      </p>
    </>
  );
};

type ScreenProps = { token: string | null; asks?: boolean; now: () => Date };

/** Page to see, move or cancel a booking, opened from a mailed link. */
export const ManageScreen = ({ token, asks = false, now }: ScreenProps) => {
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
        <ManagedBooking token={token} booking={data} managed={managed} asks={asks} now={now} />
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
