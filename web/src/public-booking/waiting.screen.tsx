import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import { longDay } from '../lib/time/wall-clock.ts';
import style from './booking.module.css';
import { FallbackContact } from './contact.tsx';
import { Banner, Panel } from './parts.tsx';
import { confirmWaiting, leaveWaitingList } from './waiting-data.ts';

type Own = Awaited<ReturnType<typeof confirmWaiting>>;
type Step = { readonly at: 'ask' | 'left' | 'invalid' } | { readonly at: 'done'; readonly own: Own };

/** Confirms the entry and leaves the list by the mailed token. */
const useOwnEntry = (token: string | null) => {
  const [step, setStep] = useState<Step>({ at: token === null ? 'invalid' : 'ask' });
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const run = async (work: () => Promise<Step>) => {
    setSending(true);
    setFailed(false);
    try {
      setStep(await work());
    } catch (error) {
      const isGone = error instanceof ApiError && [401, 404, 409].includes(error.status);
      if (isGone) setStep({ at: 'invalid' });
      else setFailed(true);
    } finally {
      setSending(false);
    }
  };
  return {
    step,
    sending,
    failed,
    clear: () => setFailed(false),
    confirm: () => run(async () => ({ at: 'done', own: await confirmWaiting(token ?? '') })),
    leave: (own: Own) =>
      run(async () => {
        await leaveWaitingList(token ?? '', own.entry_id);
        return { at: 'left' };
      }),
  };
};

/** Tells why an entry has ended, with a link to the booking page. */
const Ended = ({ own, ended }: { own: Own; ended: NonNullable<Own['ended']> }) => {
  const { t } = useTranslation('waiting');
  return (
    <Panel kind="empty">
      <p role="status">{t(($) => $.own.ended[ended], { clinic: own.clinic_name, service: own.service })}</p>
      {own.booking_page && <a href={`/booking/${own.booking_page}`}>{t(($) => $.own.book)}</a>}
    </Panel>
  );
};

/** Page of a person's own entry on a waiting list, opened from a mailed link. */
export const WaitingScreen = ({ token }: { token: string | null }) => {
  const { t, i18n } = useTranslation('waiting');
  const { step, sending, failed, clear, confirm, leave } = useOwnEntry(token);
  useEffect(() => {
    document.title = t(($) => $.own.title);
  });
  return (
    <>
      <h1 className={style.title}>{t(($) => $.own.title)}</h1>
      {step.at === 'invalid' && (
        <Panel kind="error">
          <p>{t(($) => $.own.invalid)}</p>
          <FallbackContact />
        </Panel>
      )}
      {step.at === 'done' && step.own.ended && <Ended own={step.own} ended={step.own.ended} />}
      {step.at !== 'invalid' && !(step.at === 'done' && step.own.ended) && (
        <div className={style.card}>
          <p role="status">
            {step.at === 'left' && t(($) => $.own.left)}
            {step.at === 'done' &&
              t(($) => $.own.done, {
                clinic: step.own.clinic_name,
                service: step.own.service,
                until: longDay(step.own.until, currentLanguage(i18n)),
              })}
          </p>
          {failed && <Banner onEnd={clear}>{t(($) => $.offer.failed)}</Banner>}
          {step.at === 'ask' && (
            <>
              <p>{t(($) => $.own.ask)}</p>
              <button type="button" className="primary" disabled={sending} onClick={() => void confirm()}>
                {t(($) => $.own.confirm)}
              </button>
            </>
          )}
          {step.at === 'done' && (
            <button type="button" disabled={sending} onClick={() => void leave(step.own)}>
              {t(($) => $.own.leave)}
            </button>
          )}
        </div>
      )}
    </>
  );
};
