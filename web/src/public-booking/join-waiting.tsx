import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import { Linked } from '../lib/text/linked.tsx';
import { emailInput, Field } from './contact-form.tsx';
import style from './contact-form.module.css';
import { Banner, Spinner } from './parts.tsx';
import { PhoneFields, settlePhone } from './phone-fields.tsx';
import { solve } from './proof.ts';
import { type Joining, joinWaitingList } from './waiting-data.ts';

/** The difficulty may rise while a proof is being solved. */
const mostProofs = 3;

const sendProven = async (body: Joining, proofs = mostProofs): Promise<void> => {
  try {
    await joinWaitingList(body);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.challenge || proofs === 0) throw error;
    await sendProven({ ...body, proof: await solve(error.challenge) }, proofs - 1);
  }
};

export type JoinWaitingProps = {
  clinicId: string;
  clinicServiceId: string;
  /** The page's own professional, if they offer the service. */
  own: { id: string; name: string } | undefined;
  /** Whether other professionals offer the service too. */
  several: boolean;
  /** The clinic's country: its dial prefix is preselected if the visitor's is unknown. */
  country: string;
  today: string;
  /** Latest day that can be chosen. */
  last: string;
};

const fieldsOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
};

/** Choice between the page's own professional and all professionals of the clinic. */
const ProfessionalChoice = ({ name }: { name: string }) => {
  const { t } = useTranslation(['waiting', 'booking']);
  return (
    <fieldset className={style.whose}>
      <legend>{t(($) => $.professional.step, { ns: 'booking' })}</legend>
      <label className={style.check}>
        <input type="radio" name="professional" value="own" defaultChecked />
        <span>{t(($) => $.join.only, { name })}</span>
      </label>
      <label className={style.check}>
        <input type="radio" name="professional" value="any" />
        <span>{t(($) => $.join.any)}</span>
      </label>
    </fieldset>
  );
};

/** Form of a visitor who wants to be on the waiting list. The entry counts once its mailed link is used. */
export const JoinWaiting = (props: JoinWaitingProps) => {
  const { clinicId, clinicServiceId, own, several, country, today, last } = props;
  const { t, i18n } = useTranslation(['waiting', 'booking']);
  const [step, setStep] = useState<'form' | 'sending' | 'sent'>('form');
  const [failed, setFailed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = event.currentTarget;
    setFailed(false);
    await settlePhone(filled);
    const field = fieldsOf(filled);
    setStep('sending');
    const contact = { name: field('name'), email: field('email'), prefix: field('prefix') };
    const until = field('until');
    try {
      await sendProven({
        clinicId,
        clinicServiceId,
        proIds: own && field('professional') !== 'any' ? [own.id] : [],
        ...(until === '' ? {} : { until }),
        contactInfo: { ...contact, phone: field('phone'), privacyPolicy: true },
        language: currentLanguage(i18n),
      });
      setStep('sent');
    } catch {
      setFailed(true);
      setStep('form');
    }
  };
  if (step === 'sent') return <p role="status">{t(($) => $.join.sent)}</p>;
  return (
    <form ref={form} className={style.form} onSubmit={(event) => void submit(event)}>
      <p>{t(($) => $.join.text)}</p>
      {own && several && <ProfessionalChoice name={own.name} />}
      <Field
        label={t(($) => $.form.name, { ns: 'booking' })}
        name="name"
        autoComplete="name"
        maxLength={120}
        pattern=".*\S.*"
      />
      <Field label={t(($) => $.form.email, { ns: 'booking' })} name="email" {...emailInput} />
      <PhoneFields country={country} />
      <label className={style.field}>
        <span>
          {t(($) => $.join.until)} <small>({t(($) => $.form.optional, { ns: 'booking' })})</small>
        </span>
        <input type="date" name="until" min={today} max={last} />
      </label>
      <label className={style.check}>
        <input type="checkbox" name="privacy" required />
        <span>
          <Linked
            text={t(($) => $.form.privacy, { ns: 'booking' })}
            link={(label) => (
              <a href="/privacy-policy" target="_blank" rel="noreferrer">
                {label}
              </a>
            )}
          />
        </span>
      </label>
      {failed && <Banner onEnd={() => setFailed(false)}>{t(($) => $.join.failed)}</Banner>}
      <div className={style.actions}>
        {step === 'sending' ? (
          <Spinner label={t(($) => $.form.sending, { ns: 'booking' })} />
        ) : (
          <button type="submit" className="primary">
            {t(($) => $.join.send)}
          </button>
        )}
      </div>
    </form>
  );
};
