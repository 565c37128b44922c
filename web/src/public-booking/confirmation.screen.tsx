import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FallbackContact } from './contact.tsx';
import type { ApiError } from '../lib/api/api.ts';
import { confirmsByButton, confirmsOnceSeen } from '../lib/page/trust.ts';
import style from './booking.module.css';
import { useConfirmation, type Confirmed } from './data.ts';
import { Facts, FactLinks } from './facts.tsx';
import { isFinal } from './final.ts';
import { Panel, Spinner } from './parts.tsx';
import { thankYouAddress } from './thank-you.ts';
import { useBookingLanguage } from './use-booking-language.ts';
import { useSeen } from './use-seen.ts';

const leaveAfter = 3_000;

/** Shows the address of the professional's thank-you page, then redirects unless the patient stays. */
const Leaving = ({ address, leave }: { address: string; leave: (address: string) => void }) => {
  const { t } = useTranslation('booking');
  const [staying, setStaying] = useState(false);
  useEffect(() => {
    if (staying) return;
    const timer = setTimeout(() => leave(address), leaveAfter);
    return () => clearTimeout(timer);
  }, [staying, address, leave]);
  if (staying) return null;
  return (
    <div className={style.leaving}>
      <p role="status">{t(($) => $.confirmation.leaving, { host: new URL(address).host })}</p>
      <button type="button" onClick={() => setStaying(true)}>
        {t(($) => $.confirmation.stay)}
      </button>
      <button type="button" className="primary" onClick={() => leave(address)}>
        {t(($) => $.confirmation.leave)}
      </button>
    </div>
  );
};

const useReason = (error: ApiError | undefined, token: string | null): string => {
  const { t } = useTranslation('booking');
  if (token === null || error?.code === 'token-invalid') return t(($) => $.confirmation.invalid);
  if (error?.code === 'token-expired') return t(($) => $.confirmation.expired);
  if (error?.code === 'booking-not-active') return t(($) => $.confirmation.inactive);
  if (error?.code === 'booking-limit') return t(($) => $.confirmation.limit);
  return t(($) => $.confirmation.failedText);
};

/** Seconds the page must be visible before it confirms, if link scanners may open it. */
const momentSeconds = 1;

/** Confirmation of the token, sent on load, once the page was visible, or at a press. */
const useSending = (token: string | null) => {
  const [pressed, setPressed] = useState(!confirmsByButton());
  const seen = useSeen(confirmsOnceSeen() ? momentSeconds : 0);
  const sent = useConfirmation(pressed && seen ? token : null);
  return { ...sent, press: pressed ? null : () => setPressed(true) };
};

const Question = ({ onPress }: { onPress: () => void }) => {
  const { t } = useTranslation('booking');
  return (
    <div className={style.card}>
      <p>{t(($) => $.confirmation.ask)}</p>
      <button type="button" className="primary" onClick={onPress}>
        {t(($) => $.confirmation.press)}
      </button>
    </div>
  );
};

const Done = ({ data, leave }: { data: Confirmed; leave: (address: string) => void }) => {
  const { t } = useTranslation('booking');
  const patient = { email: data.patientEmail, name: data.patientName };
  const address = thankYouAddress(data.thankYouPage, patient)?.href;
  return (
    <Panel kind="success" title={t(($) => $.confirmation.done)}>
      <p>{t(($) => $.confirmation.greeting, { name: data.patientName })}</p>
      <Facts appointment={data} />
      <FactLinks appointment={data} />
      <a className={style.directions} href={`/manage/?token=${encodeURIComponent(data.manage_token)}`}>
        {t(($) => $.confirmation.manage)}
      </a>
      <p>{t(($) => $.confirmation.byMail)}</p>
      {address && <Leaving address={address} leave={leave} />}
    </Panel>
  );
};

type FailedProps = { token: string | null; error: ApiError | undefined; onRetry: () => void };

const Failed = ({ token, error, onRetry }: FailedProps) => {
  const { t } = useTranslation('booking');
  return (
    <Panel kind="error" title={t(($) => $.confirmation.failed)}>
      <p>{useReason(error, token)}</p>
      <FallbackContact />
      {token !== null && !isFinal(error) && (
        <button type="button" onClick={onRetry}>
          {t(($) => $.load.retry)}
        </button>
      )}
    </Panel>
  );
};

type ConfirmationProps = { token: string | null; leave: (address: string) => void };

/** Confirms the booking of the mailed link: automatically, or with a button if the operator chose one. */
export const ConfirmationScreen = ({ token, leave }: ConfirmationProps) => {
  const { t } = useTranslation('booking');
  const { data, error, isValidating, mutate, press } = useSending(token);
  useEffect(() => {
    document.title = `${t(($) => $.confirmation.title)} · ${t(($) => $.brand)}`;
  });
  const isShown = useBookingLanguage(data?.language);
  const outcome = () => {
    if (data && isShown) return <Done data={data} leave={leave} />;
    if (token === null || (error && !isValidating))
      return <Failed token={token} error={error} onRetry={() => void mutate()} />;
    if (press && !data) return <Question onPress={press} />;
    return (
      <div className={style.card}>
        <Spinner label={t(($) => $.confirmation.busy)} />
      </div>
    );
  };
  return (
    <>
      <h1 className={style.title}>{t(($) => $.confirmation.title)}</h1>
      {outcome()}
    </>
  );
};
