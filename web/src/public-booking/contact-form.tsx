import { useEffect, useRef, useState, type FormEvent, type InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { wallNow } from '../lib/time/wall-clock.ts';
import { Linked } from '../lib/text/linked.tsx';
import style from './contact-form.module.css';
import { preview, type BookingRequest } from './data.ts';
import { Spinner } from './parts.tsx';
import { PhoneFields, settlePhone } from './phone-fields.tsx';

export type ContactInfo = BookingRequest['contactInfo'];

const required = ['attendee', 'birthDate', 'name', 'email', 'phone', 'privacy', 'code'] as const;

/** Fields that are only sometimes in the form. A birth date may be empty but not incomplete. */
const sometimes: ReadonlySet<string> = new Set(['attendee', 'birthDate', 'code']);
type Required = (typeof required)[number];

const missingIn = (form: HTMLFormElement | null): Required[] =>
  required.filter((name) => {
    const field = form?.elements.namedItem(name);
    if (sometimes.has(name) && !field) return false;
    return !(field instanceof HTMLInputElement && field.validity.valid);
  });

const typedIn = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
};

const contactOf = (form: HTMLFormElement): ContactInfo => {
  const data = new FormData(form);
  const field = typedIn(form);
  return {
    name: field('name'),
    email: field('email'),
    prefix: field('prefix'),
    phone: field('phone'),
    patientNotes: field('notes'),
    ...(data.has('attendee')
      ? { attendee: { name: field('attendee'), birthDate: field('birthDate') || undefined } }
      : {}),
    marketingPolicy: data.has('marketing'),
    ...(data.has('texts') && { texts: true }),
    privacyPolicy: true,
  };
};

/** Required field with its label. */
export const Field = ({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) => (
  <label className={style.field}>
    <span>{label}</span>
    <input required {...input} />
  </label>
);

/**
 * Attributes of an email field without `type="email"`: browsers rewrite or refuse internationalised domains
 * there. The server validates the address.
 */
export const emailInput = {
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 254,
  pattern: String.raw`\s*[^\s@,:;<>"]+@[^\s@,:;<>"]+\.[^\s@,:;<>"]+\s*`,
} as const;

/** Choice of the attendee: the person who books, or someone else. */
const AttendeeChoice = ({ onChange }: { onChange: () => void }) => {
  const { t } = useTranslation('booking');
  const [other, setOther] = useState(false);
  // Fields that appear or disappear change which ones are missing.
  useEffect(onChange, [other]);
  return (
    <fieldset className={style.whose}>
      <legend>{t(($) => $.form.whose)}</legend>
      {([false, true] as const).map((forOther) => (
        <label key={String(forOther)} className={style.check}>
          <input type="radio" name="whose" checked={other === forOther} onChange={() => setOther(forOther)} />
          <span>{t(($) => (forOther ? $.form.forOther : $.form.forMe))}</span>
        </label>
      ))}
      {other && (
        <>
          <Field
            label={t(($) => $.form.attendee)}
            name="attendee"
            autoComplete="off"
            maxLength={120}
            pattern=".*\S.*"
          />
          <label className={style.field}>
            <span>
              {t(($) => $.form.birthDate)} <small>({t(($) => $.form.optional)})</small>
            </span>
            <input
              type="date"
              name="birthDate"
              min="1900-01-01"
              max={wallNow(undefined).slice(0, 10)}
              autoComplete="off"
            />
          </label>
        </>
      )}
    </fieldset>
  );
};

const Consents = ({ texts }: { texts: boolean }) => {
  const { t } = useTranslation('booking');
  return (
    <>
      <label className={style.check}>
        <input type="checkbox" name="privacy" required />
        <span>
          <Linked
            text={t(($) => $.form.privacy)}
            link={(label) => (
              <a href="/privacy-policy" target="_blank" rel="noreferrer" aria-describedby="new-tab">
                {label}
              </a>
            )}
          />
        </span>
      </label>
      <small id="new-tab" className={style.newTab}>
        {t(($) => $.form.newTab)}
      </small>
      <label className={style.check}>
        <input type="checkbox" name="marketing" />
        <span>
          {t(($) => $.form.marketing)} <small>({t(($) => $.form.optional)})</small>
        </span>
      </label>
      {texts && (
        <label className={style.check}>
          <input type="checkbox" name="texts" />
          <span>
            {t(($) => $.form.texts)} <small>({t(($) => $.form.optional)})</small>
          </span>
        </label>
      )}
    </>
  );
};

/** Field for the mailed code; the form is sent again with it. */
export const CodeField = ({ label }: { label: string }) => {
  const { t } = useTranslation('booking');
  return (
    <>
      <p role="status">{t(($) => $.form.codeSent)}</p>
      <Field
        label={label}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        pattern="\d{8}"
        autoFocus
      />
    </>
  );
};

const Actions = ({ missing, sending }: { missing: readonly string[]; sending: boolean }) => {
  const { t } = useTranslation('booking');
  if (preview)
    return (
      <div className={style.actions}>
        <p>{t(($) => $.preview.end)}</p>
      </div>
    );
  return (
    <div className={style.actions}>
      {missing.length > 0 && (
        <p id="missing">
          {t(($) => $.form.missing, {
            fields: missing.join(', '),
          })}
        </p>
      )}
      {sending ? (
        <Spinner label={t(($) => $.form.sending)} />
      ) : (
        <button
          type="submit"
          className="primary"
          disabled={missing.length > 0}
          aria-describedby={missing.length > 0 ? 'missing' : undefined}
        >
          {t(($) => $.form.submit)}
        </button>
      )}
    </div>
  );
};

type ContactFormProps = {
  /** The clinic's country: its dial prefix is preselected if the patient's is unknown. */
  country: string;
  /** Whether the professional sends texts: asks for consent. */
  texts?: boolean;
  /** True if a mailed code must be entered first. */
  codeAsked: boolean;
  sending: boolean;
  onSend: (contact: ContactInfo, code: string) => void;
};

/** Contact form. It uses the browser's validation and lists missing fields in words. */
export const ContactForm = ({ country, texts = false, codeAsked, sending, onSend }: ContactFormProps) => {
  const { t } = useTranslation('booking');
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<readonly Required[]>(
    required.filter((name) => !sometimes.has(name)),
  );
  const labels: Record<Required, string> = {
    attendee: t(($) => $.form.attendee),
    birthDate: t(($) => $.form.birthDate),
    name: t(($) => $.form.name),
    email: t(($) => $.form.email),
    phone: t(($) => $.form.phone),
    privacy: t(($) => $.form.privacyShort),
    code: t(($) => $.form.code),
  };
  const check = () => setMissing(missingIn(form.current));
  // The browser may have autofilled fields.
  useEffect(check, [codeAsked]);
  const settling = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = event.currentTarget;
    if (missing.length > 0 || sending || settling.current) return;
    settling.current = true;
    await settlePhone(filled);
    settling.current = false;
    onSend(contactOf(filled), typedIn(filled)('code'));
  };
  return (
    <form
      ref={form}
      className={style.form}
      noValidate
      onInput={check}
      onSubmit={(event) => void submit(event)}
    >
      <AttendeeChoice onChange={check} />
      <Field label={labels.name} name="name" autoComplete="name" maxLength={120} pattern=".*\S.*" />
      <Field label={labels.email} name="email" {...emailInput} />
      <PhoneFields country={country} />
      <label className={style.field}>
        <span>
          {t(($) => $.form.notes)} <small>({t(($) => $.form.optional)})</small>
        </span>
        <textarea name="notes" rows={2} maxLength={2000} />
      </label>
      <Consents texts={texts} />
      {codeAsked && <CodeField label={labels.code} />}
      <Actions missing={missing.map((name) => labels[name].toLowerCase())} sending={sending} />
    </form>
  );
};
