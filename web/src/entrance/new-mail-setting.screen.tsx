import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api/api.ts';
import { call } from '../lib/api/client.ts';
import { forgetEverything } from '../lib/data/session.api.ts';
import { messages } from '../lib/text/messages.ts';
import { paths } from '../lib/page/paths.ts';
import { Form } from '../ui/forms/form.tsx';
import { CardPage } from './card-page.tsx';
import { PasswordField } from './fields.tsx';
import { Button, Message } from './parts.tsx';
import { say } from './failure.tsx';
import { useLeaveAfter } from './use-leave-after.ts';
import { SupportLine } from './support-line.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Returns whether the link itself is invalid, whatever the password. */
const isSpent = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'token-invalid' || error.code === 'token-expired');

const NewMailForm = ({ token }: { token: string }) => {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<'asking' | 'sending' | 'done' | 'spent'>('asking');
  useLeaveAfter(step === 'done', messages.emailChanged.seconds, paths.login);
  const confirm = async () => {
    setStep('sending');
    try {
      await call('confirmEmailChange', { token, body: { password } });
      await forgetEverything();
      setStep('done');
    } catch (error) {
      setStep(isSpent(error) ? 'spent' : 'asking');
      say('emailChangeFailed', error);
    }
  };

  if (step === 'spent') return <Message kind="failed">{t(($) => $.newMail.spent)}</Message>;
  if (step === 'done') return <Message kind="done">{t(($) => $.newMail.done)}</Message>;
  return (
    <Form className="form" onSubmit={() => password !== '' && confirm()}>
      <PasswordField autoComplete="current-password" value={password} onChange={setPassword} />
      <Button
        type="submit"
        busy={step === 'sending'}
        disabled={password === ''}
        why={t(($) => $.missing.password)}
      >
        {t(($) => $.newMail.submit)}
      </Button>
    </Form>
  );
};

/** Confirms a new email address by the mailed link and the account's password. */
export const NewMailSettingScreen = () => {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  return (
    <CardPage title={t(($) => $.newMail.title)} text={t(($) => $.newMail.text)}>
      {token === null ? (
        <Message kind="failed">{t(($) => $.newMail.noToken)}</Message>
      ) : (
        <NewMailForm token={token} />
      )}
      <a href={paths.login} className="centred">
        {t(($) => $.toLogin)}
      </a>
      <SupportLine />
    </CardPage>
  );
};
