import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WhomToAsk } from './contact.tsx';
import type { ApiError } from '../lib/api.ts';
import style from './booking.module.css';
import { useConfirmation } from './data.ts';
import { Facts, FactsActions } from './facts.tsx';
import { isFinal } from './final.ts';
import { Panel, Spinner } from './parts.tsx';
import { thankYouAddress } from './thank-you.ts';

const leaveAfter = 3_000;

/** Shows where the pro's thank-you page is, then goes there unless the patient stays. */
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

type ConfirmationProps = { token: string | null; leave: (address: string) => void };

/** Confirms the booking of the mailed link, by itself. */
export const ConfirmationScreen = ({ token, leave }: ConfirmationProps) => {
  const { t } = useTranslation('booking');
  const { data, error, isValidating, mutate } = useConfirmation(token);
  const reason = useReason(error, token);
  useEffect(() => {
    document.title = `${t(($) => $.confirmation.title)} · ${t(($) => $.brand)}`;
  });
  const address =
    data && thankYouAddress(data.thankYouPage, { email: data.patientEmail, name: data.patientName })?.href;
  const failed = token === null || (error !== undefined && !isValidating);
  const final = token === null || isFinal(error);
  return (
    <>
      <h1 className={style.title}>{t(($) => $.confirmation.title)}</h1>
      {data && (
        <Panel kind="success" title={t(($) => $.confirmation.done)}>
          <p>{t(($) => $.confirmation.greeting, { name: data.patientName })}</p>
          <Facts appointment={data} />
          <FactsActions appointment={data} />
          <a className={style.directions} href={`/manage/?token=${encodeURIComponent(data.manage_token)}`}>
            {t(($) => $.confirmation.manage)}
          </a>
          <p>{t(($) => $.confirmation.byMail)}</p>
          {address && <Leaving address={address} leave={leave} />}
        </Panel>
      )}
      {!data && failed && (
        <Panel kind="error" title={t(($) => $.confirmation.failed)}>
          <p>{reason}</p>
          <WhomToAsk />
          {!final && (
            <button type="button" onClick={() => void mutate()}>
              {t(($) => $.load.retry)}
            </button>
          )}
        </Panel>
      )}
      {!data && !failed && (
        <div className={style.card}>
          <Spinner label={t(($) => $.confirmation.busy)} />
        </div>
      )}
    </>
  );
};
