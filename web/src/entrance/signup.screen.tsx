import { filterUsername, passwordMinimum } from '@visita/contracts/filters';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api/client.ts';
import { refusedFields } from '../lib/api/refused-fields.ts';
import { logIn, useSession } from '../lib/data/session.api.ts';
import { currentLanguage } from '../lib/text/i18n.ts';
import { Linked } from '../lib/text/linked.tsx';
import { destinationOf, paths } from '../lib/page/paths.ts';
import { isByInvitation } from '../lib/page/trust.ts';
import { useIdempotencyKey } from '../lib/api/use-idempotency-key.ts';
import { Dialog } from '../light/dialog.tsx';
import { Form } from '../ui/forms/form.tsx';
import { go, useAddress } from './address.ts';
import { CardPage } from './card-page.tsx';
import { EmailField, NewPasswordField } from './fields.tsx';
import { Forward } from './forward.tsx';
import { Button, Field, StorageNotice } from './parts.tsx';
import style from './signup.module.css';
import { say } from './failure.tsx';

const empty = {
  username: '',
  email: '',
  password: '',
  termsConditions: false,
  privacyPolicy: false,
  marketingConsent: false,
};

type Typed = typeof empty;
type Consent = 'termsConditions' | 'privacyPolicy' | 'marketingConsent';

const documents: Readonly<Partial<Record<Consent, string>>> = {
  termsConditions: paths.termsAndConditions,
  privacyPolicy: paths.privacyPolicy,
};

type ConsentsProps = { typed: Typed; onTick: (consent: Consent, given: boolean) => void };

/** Two required consents and an optional one. Links open a new tab, so that typed text is kept. */
const Consents = ({ typed, onTick }: ConsentsProps) => {
  const { t } = useTranslation('common');
  const hint = useId();
  return (
    <div className={style['consents']}>
      {(['termsConditions', 'privacyPolicy', 'marketingConsent'] as const).map((consent) => (
        <label key={consent}>
          <input
            type="checkbox"
            checked={typed[consent]}
            onChange={(event) => onTick(consent, event.currentTarget.checked)}
          />
          <span>
            <Linked
              text={t(($) => $.consent[consent])}
              link={(label) =>
                label && (
                  <a href={documents[consent]} target="_blank" rel="noreferrer" aria-describedby={hint}>
                    {label}
                  </a>
                )
              }
            />
          </span>
        </label>
      ))}
      <p id={hint}>{t(($) => $.consent.newTab)}</p>
    </div>
  );
};

/** Welcome dialog of a new account; closing it leads to the personal data. */
const SignedUp = () => {
  const { t } = useTranslation('auth');
  const next = () => go(paths.personalData);
  return (
    <Dialog open title={t(($) => $.signup.doneTitle)} onClose={next}>
      <p>{t(($) => $.signup.doneText)}</p>
      <Button onClick={next}>{t(($) => $.signup.doneAction)}</Button>
    </Dialog>
  );
};

const Closed = () => {
  const { t } = useTranslation('auth');
  return (
    <CardPage title={t(($) => $.signup.closedTitle)} text={t(($) => $.signup.closedText)}>
      <a href={paths.login}>{t(($) => $.toLogin)}</a>
    </CardPage>
  );
};

const isReady = ({ username, email, password, termsConditions, privacyPolicy }: Typed): boolean =>
  username !== '' &&
  email.includes('@') &&
  password.length >= passwordMinimum &&
  termsConditions &&
  privacyPolicy;

/** Sends the sign-up, idempotently, and logs in. */
const useSignUp = (typed: Typed, invitation: string | null) => {
  const { i18n } = useTranslation();
  const withKey = useIdempotencyKey();
  const [step, setStep] = useState<'form' | 'sending' | 'done'>('form');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const submit = async () => {
    const body = {
      ...typed,
      termsConditions: true,
      privacyPolicy: true,
      configStatus: 1,
      comunicationsLanguage: currentLanguage(i18n),
      ...(invitation === null ? {} : { invitation }),
    } as const;
    setStep('sending');
    setRefused([]);
    try {
      await withKey(body, (idempotencyKey) => call('signUp', { body, idempotencyKey }));
      // The account exists even if the login fails, which the login screen explains.
      const pro = await logIn({ email: body.email, password: body.password }).catch(() => null);
      if (pro) setStep('done');
      else go(paths.login, { state: { signedUp: true } });
    } catch (error) {
      setStep('form');
      setRefused(refusedFields(error, Object.keys(empty)));
      say('signupFailed', error);
    }
  };
  return { step, submit, refused };
};

export const SignupScreen = () => {
  const { t } = useTranslation(['auth', 'common']);
  const session = useSession();
  const [invitation] = useState(useAddress().query.get('invitation'));
  const [typed, setTyped] = useState(empty);
  const { step, submit, refused } = useSignUp(typed, invitation);
  const error = (field: keyof Typed) => refused.includes(field) && t(($) => $.common.fields.refused);
  const change = (changed: Partial<Typed>) => setTyped((before) => ({ ...before, ...changed }));
  if (session.state === 'in' && step === 'form')
    return <Forward to={destinationOf(session.pro.configStatus)} />;
  if (isByInvitation() && invitation === null) return <Closed />;
  return (
    <CardPage title={t(($) => $.signup.title)} text={t(($) => $.signup.text)}>
      <StorageNotice />
      <Form className="form" onSubmit={() => isReady(typed) && submit()}>
        <Field
          label={t(($) => $.common.fields.username)}
          hint={t(($) => $.signup.usernameHint)}
          autoComplete="nickname"
          autoCapitalize="none"
          maxLength={40}
          value={typed.username}
          error={error('username')}
          onChange={(username) => change({ username: filterUsername(username) })}
        />
        <EmailField
          autoComplete="username"
          error={error('email')}
          value={typed.email}
          onChange={(email) => change({ email })}
        />
        <NewPasswordField
          refused={error('password')}
          value={typed.password}
          onChange={(password) => change({ password })}
        />
        <Consents typed={typed} onTick={(consent, given) => change({ [consent]: given })} />
        <Button
          type="submit"
          busy={step === 'sending'}
          disabled={!isReady(typed)}
          why={t(($) => $.signup.missing)}
        >
          {t(($) => $.signup.submit)}
        </Button>
        <p className="centred">
          {t(($) => $.signup.haveAccount)} <a href={paths.login}>{t(($) => $.signup.toLogin)}</a>
        </p>
      </Form>
      {step === 'done' && <SignedUp />}
    </CardPage>
  );
};
