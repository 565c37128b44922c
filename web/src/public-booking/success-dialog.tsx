import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/text/i18n.ts';
import { publicMessages } from './messages.ts';
import { useTimer } from '../lib/time/use-timer.ts';
import style from './booking.module.css';
import { CodeField, emailInput, Field } from './contact-form.tsx';
import type { BookingAnswer, BookingRequest } from './data.ts';
import { Dialog } from './dialog.tsx';
import { appointmentTime } from './format.ts';
import { Spinner } from './parts.tsx';
import { useBooking } from './use-booking.ts';

/** A requested booking and its request. */
export type Booked = { answer: BookingAnswer; request: BookingRequest; timezone: string };

type CorrectionProps = {
  correction: string;
  booked: Booked;
  onBooked: (booked: Booked) => void;
  onBack: () => void;
};

/** Sends the same request with another email; the first booking is released. */
const Correction = ({ correction, booked, onBooked, onBack }: CorrectionProps) => {
  const { t } = useTranslation('booking');
  const { request, timezone } = booked;
  const { email: before } = request.contactInfo;
  const [email, setEmail] = useState(before);
  const [code, setCode] = useState('');
  const booking = useBooking({
    onBooked: (corrected, asked) => onBooked({ answer: corrected, request: asked, timezone }),
    onTaken: () => undefined,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!event.currentTarget.checkValidity() || email.trim() === before) return;
    // The code and proof belong to the first email.
    const { code: _code, proof: _proof, ...same } = request;
    const contactInfo = { ...same.contactInfo, email: email.trim() };
    void booking.send({ ...same, contactInfo, correction, ...(code && { code }) });
  };
  return (
    <form className={style.success} noValidate onSubmit={send}>
      <Field
        label={t(($) => $.form.email)}
        {...emailInput}
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {booking.codeAsked && (
        <div onInput={(event) => setCode((event.target as HTMLInputElement).value.trim())}>
          <CodeField label={t(($) => $.form.code)} />
        </div>
      )}
      {email.trim() === before && <p>{t(($) => $.success.sameEmail)}</p>}
      {booking.failure && <p role="alert">{t(($) => $.error[booking.failure ?? 'send'])}</p>}
      {booking.sending ? (
        <Spinner label={t(($) => $.form.sending)} />
      ) : (
        <div className={style.leaving}>
          <button type="button" onClick={onBack}>
            {t(($) => $.success.back)}
          </button>
          <button type="submit" className="primary" disabled={email.trim() === before}>
            {t(($) => $.success.resend)}
          </button>
        </div>
      )}
    </form>
  );
};

type SuccessDialogProps = { booked: Booked; onBooked: (booked: Booked) => void; onClose: () => void };

/**
 * Shows the address the mail was sent to. It closes after 10 s, unless the pointer rests on it or the email
 * is being corrected.
 */
export const SuccessDialog = ({ booked, onBooked, onClose }: SuccessDialogProps) => {
  const { t, i18n } = useTranslation('booking');
  const [open, setOpen] = useState(true);
  const [correcting, setCorrecting] = useState(false);
  const close = () => setOpen(false);
  const hold = useTimer(publicMessages.requestSent.seconds, () => !correcting && close());
  const { answer, request, timezone } = booked;
  const until = appointmentTime(answer.confirmBy, timezone, currentLanguage(i18n));
  const title = t(($) => (correcting ? $.success.correctTitle : $.success.title));
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {correcting && answer.correction ? (
        <Correction
          correction={answer.correction}
          booked={booked}
          onBooked={onBooked}
          onBack={() => setCorrecting(false)}
        />
      ) : (
        <div className={style.success} {...hold}>
          <p>{t(($) => $.success.text)}</p>
          <p>
            {t(($) => $.success.sentTo)} <b>{request.contactInfo.email}</b>{' '}
            {answer.correction && (
              <button type="button" className={style.textual} onClick={() => setCorrecting(true)}>
                {t(($) => $.success.correct)}
              </button>
            )}
          </p>
          <p>{t(($) => $.success.until, { time: t(($) => $.time.chosen, until) })}</p>
          <button type="button" className="primary" onClick={close}>
            {t(($) => $.success.close)}
          </button>
        </div>
      )}
    </Dialog>
  );
};
