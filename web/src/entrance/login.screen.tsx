import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api.ts';
import { hasEnded, logIn, logInByPasskey, useSession } from '../lib/data/session.api.ts';
import { hasPasskeys, isLeft } from '../lib/data/passkeys.ts';
import { destinationOf, paths } from '../lib/page/paths.ts';
import { Form } from '../ui/forms/form.tsx';
import { go, useAddress } from './address.ts';
import { CardPage } from './card-page.tsx';
import { DeskList } from './desk-list.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { Button, Field, Message, StorageNotice } from './parts.tsx';
import { Forward } from './forward.tsx';
import { say } from './failure.tsx';
import { useOfferedPasskey } from './use-offered-passkey.ts';

const CodeField = (field: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('auth');
  return (
    <Field
      label={t(($) => $.code.field)}
      hint={t(($) => $.code.hint)}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      autoFocus
      {...field}
    />
  );
};

/** Asks for the second factor only if the account has one. */
const useLogin = (loggedOut: boolean) => {
  const [typed, setTyped] = useState({ email: '', password: '', code: '' });
  const [asksCode, setAsksCode] = useState(false);
  const [sending, setSending] = useState(false);
  const [offering, setOffering] = useState(true);
  const { code, ...names } = typed;
  const enter = async (way: () => ReturnType<typeof logIn>) => {
    setSending(true);
    try {
      const { configStatus } = await way();
      // The button stays busy until the next page is loaded.
      go(destinationOf(configStatus));
    } catch (error) {
      setSending(false);
      if (error instanceof ApiError && error.code === 'code-needed' && !asksCode) setAsksCode(true);
      else if (!isLeft(error)) say('loginFailed', error);
    }
  };
  const submit = () => enter(() => logIn({ ...names, ...(asksCode ? { code } : {}) }));
  const submitPasskey = () => enter(() => logInByPasskey());
  useOfferedPasskey(loggedOut && offering && !sending, (passkey) => {
    // A refused passkey would be refused again.
    setOffering(false);
    void enter(() => logInByPasskey(passkey));
  });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  /** Begins the login of another person; nothing that was typed for the previous one stays. */
  const choose = (email: string) => {
    setTyped({ email, password: '', code: '' });
    setAsksCode(false);
  };
  const ready = names.email !== '' && names.password !== '';
  return { field, chosen: names.email, choose, asksCode, sending, submit, submitPasskey, ready };
};

export const LoginScreen = () => {
  const { t } = useTranslation('auth');
  const { state } = useAddress();
  const session = useSession();
  const login = useLogin(session.state === 'out');
  const { field, chosen, choose, asksCode, sending, submit, submitPasskey, ready } = login;
  const password = useRef<HTMLDivElement>(null);
  // During a submit, the submit navigates.
  if (session.state === 'in' && !sending && session.pro.configStatus !== 0)
    return <Forward to={destinationOf(session.pro.configStatus)} />;
  return (
    <CardPage title={t(($) => $.login.title)} text={t(($) => $.login.text)}>
      <StorageNotice />
      {hasEnded() && <Message kind="failed">{t(($) => $.again.endedTitle)}</Message>}
      {state.signedUp && <Message kind="done">{t(($) => $.login.signedUp)}</Message>}
      <Form className="form" onSubmit={() => ready && submit()}>
        <DeskList
          chosen={chosen}
          onChoose={(email) => {
            choose(email);
            password.current?.querySelector('input')?.focus();
          }}
        />
        <EmailField autoComplete="username webauthn" {...field('email')} />
        <div ref={password}>
          <PasswordField autoComplete="current-password" {...field('password')} />
        </div>
        {asksCode && <CodeField {...field('code')} />}
        <a href={paths.passwordRequest} className="at-end">
          {t(($) => $.login.forgot)}
        </a>
        <Button type="submit" busy={sending} disabled={!ready} why={t(($) => $.login.missing)}>
          {t(($) => $.login.submit)}
        </Button>
        {hasPasskeys() && (
          <Button look="plain" disabled={sending} onClick={() => void submitPasskey()}>
            {t(($) => $.login.passkey)}
          </Button>
        )}
        <p className="centred">
          {t(($) => $.login.noAccount)} <a href={paths.signup}>{t(($) => $.login.toSignup)}</a>
        </p>
      </Form>
    </CardPage>
  );
};
