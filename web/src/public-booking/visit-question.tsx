import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import type { Managed } from './data.ts';
import { Dialog } from './dialog.tsx';
import { appointmentTime } from './format.ts';
import { Banner, LoadedData } from './parts.tsx';
import { useManaged, type ManageFailure } from './use-managed.ts';

type CancelProps = { sending: boolean; onCancel: () => void; onClose: () => void };

export const CancelDialog = ({ sending, onCancel, onClose }: CancelProps) => {
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

export const useFailureText = () => {
  const { t } = useTranslation('booking');
  return (failure: ManageFailure, { professional, notice_hours: count }: Managed): string => {
    if (failure === 'late') return t(($) => $.manage.late, { professional, count });
    if (failure === 'inactive') return t(($) => $.manage.gone);
    return failure === 'send' ? t(($) => $.manage.failed) : t(($) => $.error[failure]);
  };
};

type QuestionProps = { booking: Managed; managed: ReturnType<typeof useManaged> };

/** Question of a reminder; nothing is sent before a press. */
export const Question = ({ booking, managed }: QuestionProps) => {
  const { t } = useTranslation('booking');
  const heading = useId();
  const [cancelling, setCancelling] = useState(false);
  const { visit_answer: answer, can_cancel: cancels } = booking;
  const { sending } = managed;
  const close = () => setCancelling(false);
  return (
    <section className={style.question} aria-labelledby={heading}>
      <h2 id={heading}>{t(($) => $.manage.answer.ask)}</h2>
      <p role="status">
        {answer && t(($) => $.manage.answer[answer === 'coming' ? 'saidComing' : 'saidNotComing'])}
      </p>
      {!cancels && <p className={style.hint}>{t(($) => $.manage.answer.notComingHint)}</p>}
      <div>
        <button
          type="button"
          className="primary"
          aria-pressed={answer === 'coming'}
          disabled={sending}
          onClick={() => void managed.answer(true)}
        >
          {t(($) => $.manage.answer.coming)}
        </button>
        <button
          type="button"
          aria-pressed={answer === 'not-coming'}
          disabled={sending}
          onClick={() => (cancels ? setCancelling(true) : void managed.answer(false))}
        >
          {t(($) => $.manage.answer.notComing)}
        </button>
      </div>
      {cancelling && cancels && (
        <CancelDialog sending={sending} onCancel={() => void managed.cancel().then(close)} onClose={close} />
      )}
    </section>
  );
};

/** Another visit that a reminder names, as it is now, with the same question. */
export const OtherVisit = ({ token }: { token: string }) => {
  const { t, i18n } = useTranslation('booking');
  const failureText = useFailureText();
  const managed = useManaged(token);
  const { failure, clearFailure } = managed;
  const status = managed.booking.error?.status;
  if (status === 401 || status === 404) return null;
  return (
    <div className={style.card}>
      <LoadedData loads={{ booking: managed.booking }} height="card">
        {({ booking }) => {
          const { date, timezone, service, professional } = booking;
          return (
            <>
              <p className={style.summary}>
                <b>{t(($) => $.time.chosen, appointmentTime(date, timezone, currentLanguage(i18n)))}</b>
                <span>{[service, professional].join(' · ')}</span>
              </p>
              {booking.can_answer && <Question booking={booking} managed={managed} />}
              {failure && (
                <Banner key={failure} onEnd={clearFailure}>
                  {failureText(failure, booking)}
                </Banner>
              )}
              {booking.status === 'cancelled' ? (
                <p>{t(($) => $.manage.gone)}</p>
              ) : (
                <a href={`/manage/?token=${encodeURIComponent(token)}`}>{t(($) => $.confirmation.manage)}</a>
              )}
            </>
          );
        }}
      </LoadedData>
    </div>
  );
};
