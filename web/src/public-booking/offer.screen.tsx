import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import style from './booking.module.css';
import { Contact, FallbackContact } from './contact.tsx';
import { appointmentTime } from './format.ts';
import { Banner, Panel, Spinner } from './parts.tsx';
import { useBookingLanguage } from './use-booking-language.ts';
import { answerOffer, type Offered, useOffer } from './waiting-data.ts';

type Time = Offered['times'][number];

/** Service, professional and place of an offer. */
const Facts = ({ offer, time }: { offer: Offered; time: Time | undefined }) => {
  const { t, i18n } = useTranslation('booking');
  const when = time && appointmentTime(time.date, offer.timezone, currentLanguage(i18n));
  return (
    <dl className={style.facts}>
      {when && offer.times.length === 1 && (
        <>
          <dt>{t(($) => $.confirmation.when)}</dt>
          <dd>
            <b>{t(($) => $.time.chosen, when)}</b>
          </dd>
        </>
      )}
      <dt>{t(($) => $.confirmation.service)}</dt>
      <dd>{offer.service}</dd>
      <dt>{t(($) => $.confirmation.professional)}</dt>
      <dd>{time?.professional}</dd>
      <dt>{t(($) => $.confirmation.where)}</dt>
      <dd>
        {offer.clinic_name}
        <small>{offer.clinic_address}</small>
      </dd>
      {offer.clinic_phone && (
        <>
          <dt>{t(($) => $.confirmation.contact)}</dt>
          <dd>
            <Contact phone={offer.clinic_phone} email="" />
          </dd>
        </>
      )}
    </dl>
  );
};

type AnswerProps = { offer: Offered; sending: boolean; onAnswer: (date: string | null) => void };

/** A button for each offered time, and one to decline. */
const Answers = ({ offer, sending, onAnswer }: AnswerProps) => {
  const { t, i18n } = useTranslation('waiting');
  const at = (instant: string) => appointmentTime(instant, offer.timezone, currentLanguage(i18n));
  return (
    <>
      <p className={style.hint}>{t(($) => (offer.held ? $.offer.until : $.offer.first), at(offer.until))}</p>
      {offer.moves !== null && <p>{t(($) => $.offer.moves, at(offer.moves))}</p>}
      <div className={style.leaving}>
        {offer.times.map(({ date }) => (
          <button
            key={date}
            type="button"
            className="primary"
            disabled={sending}
            onClick={() => onAnswer(date)}
          >
            {offer.times.length === 1 ? t(($) => $.offer.take) : t(($) => $.offer.takeAt, at(date))}
          </button>
        ))}
        <button type="button" disabled={sending} onClick={() => onAnswer(null)}>
          {t(($) => $.offer.decline)}
        </button>
      </div>
    </>
  );
};

/** Text on an offer that waits for no answer, and on the list after it. */
const Answered = ({ offer }: { offer: Offered }) => {
  const { t, i18n } = useTranslation('waiting');
  const { status, over = 'expired', ended, paused_until: paused, clinic_name: clinic, service } = offer;
  if (status === 'open') return null;
  if (status === 'taken') return t(($) => $.offer.taken);
  const said = status === 'over' ? t(($) => $.offer.over[over], { clinic }) : t(($) => $.offer.declined);
  if (ended) return `${said} ${t(($) => $.own.ended[ended], { clinic, service })}`;
  if (!paused) return `${said} ${t(($) => $.offer.stays)}`;
  const { day } = appointmentTime(paused, offer.timezone, currentLanguage(i18n));
  return `${said} ${t(($) => $.offer.paused, { day })}`;
};

/** Sends the answer. An offer that is over is read again. */
const useAnswer = (token: string, mutate: ReturnType<typeof useOffer>['mutate']) => {
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<'failed' | 'gone' | null>(null);
  const send = async (date: string | null) => {
    setSending(true);
    setFailed(null);
    try {
      await mutate(await answerOffer(token, date), { revalidate: false });
    } catch (error) {
      setFailed(error instanceof ApiError && error.status === 409 ? 'gone' : 'failed');
      await mutate();
    } finally {
      setSending(false);
    }
  };
  return { send, sending, failed, clear: () => setFailed(null) };
};

type OfferProps = { token: string; offer: Offered; mutate: ReturnType<typeof useOffer>['mutate'] };

const Offer = ({ token, offer, mutate }: OfferProps) => {
  const { t } = useTranslation('waiting');
  const { send, sending, failed, clear } = useAnswer(token, mutate);
  const { status } = offer;
  return (
    <div className={style.card}>
      <p role="status" className={status === 'over' ? undefined : style.notice}>
        <Answered offer={offer} />
      </p>
      {status !== 'over' && <Facts offer={offer} time={offer.times[0]} />}
      {failed === 'failed' && <Banner onEnd={clear}>{t(($) => $.offer.failed)}</Banner>}
      {failed === 'gone' && status === 'open' && <Banner onEnd={clear}>{t(($) => $.offer.over.gone)}</Banner>}
      {status === 'open' && <Answers offer={offer} sending={sending} onAnswer={(date) => void send(date)} />}
    </div>
  );
};

/** Page of an offered time, opened from a mailed link. Nothing changes until a button is pressed. */
export const OfferScreen = ({ token }: { token: string | null }) => {
  const { t } = useTranslation(['waiting', 'booking']);
  const { data: loaded, error, isValidating, mutate } = useOffer(token);
  const data = useBookingLanguage(loaded?.language) ? loaded : undefined;
  const title = t(($) => (data?.status === 'open' ? $.offer.title : $.offer.titleOfAny));
  useEffect(() => {
    document.title = title;
  });
  const unknown = token === null || error?.status === 401;
  return (
    <>
      <h1 className={style.title}>{title}</h1>
      {data && token !== null && <Offer token={token} offer={data} mutate={mutate} />}
      {!data && unknown && (
        <Panel kind="error">
          <p>{t(($) => $.own.invalid)}</p>
          <FallbackContact />
        </Panel>
      )}
      {!loaded && !unknown && error && !isValidating && (
        <Panel kind="error">
          <p>{t(($) => $.load.failed, { ns: 'booking' })}</p>
          <button type="button" onClick={() => void mutate()}>
            {t(($) => $.load.retry, { ns: 'booking' })}
          </button>
        </Panel>
      )}
      {!data && !unknown && (loaded || !error || isValidating) && (
        <div className={style.card}>
          <Spinner label={t(($) => $.load.busy, { ns: 'booking' })} />
        </div>
      )}
    </>
  );
};
