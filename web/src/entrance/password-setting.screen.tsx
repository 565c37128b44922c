import { passwordMinimum } from '@visita/contracts/filters';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWRImmutable from 'swr/immutable';
import { ApiError } from '../lib/api/api.ts';
import { call } from '../lib/api/client.ts';
import { forgetEverything } from '../lib/data/session.api.ts';
import { messages } from '../lib/text/messages.ts';
import { paths } from '../lib/page/paths.ts';
import { Form } from '../ui/forms/form.tsx';
import { useStep } from '../ui/forms/use-step.ts';
import { CardPage } from './card-page.tsx';
import { NewPasswordField } from './fields.tsx';
import { Forward } from './forward.tsx';
import { Button, Failure, Field, Loading, Message } from './parts.tsx';
import { useLeaveAfter } from './use-leave-after.ts';
import { useLinkToken } from './use-link-token.ts';

const { seconds } = messages.passwordChanged;

const isSpent = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const isGuessable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password-guessable';

const expired = { expired: true };
const Expired = () => <Forward to={paths.passwordRequest} state={expired} />;

const Changed = () => {
  const { t } = useTranslation('auth');
  useLeaveAfter(true, seconds, paths.login);
  return (
    <>
      <Message kind="done">{t(($) => $.passwordSetting.done, { seconds })}</Message>
      <a href={paths.login} className="centred">
        {t(($) => $.toLogin)}
      </a>
    </>
  );
};

const PasswordForm = ({ token, email }: { token: string; email: string }) => {
  const { t } = useTranslation(['auth', 'common']);
  const [password, setPassword] = useState('');
  const { step, send } = useStep<'done' | 'failed' | 'spent' | 'guessable'>((error) => {
    if (isSpent(error)) return 'spent';
    return isGuessable(error) ? 'guessable' : 'failed';
  });
  const submit = () =>
    password.length >= passwordMinimum &&
    send(async () => {
      await call('setPassword', { token, body: { email, password } });
      await forgetEverything();
      return 'done';
    });

  if (step === 'spent') return <Expired />;
  if (step === 'done') return <Changed />;
  return (
    <Form className="form" onSubmit={submit}>
      {step === 'guessable' && (
        <Message kind="failed">{t(($) => $.common.problems['password-guessable'])}</Message>
      )}
      {step === 'failed' && <Message kind="failed">{t(($) => $.passwordSetting.errorMessage)}</Message>}
      <Field label={t(($) => $.common.fields.email)} autoComplete="username" value={email} readOnly />
      <NewPasswordField label={t(($) => $.passwordSetting.field)} value={password} onChange={setPassword} />
      <Button
        type="submit"
        busy={step === 'sending'}
        disabled={password === ''}
        why={t(($) => $.missing.password)}
      >
        {t(($) => $.passwordSetting.submit)}
      </Button>
    </Form>
  );
};

/** Form for a valid link; an expired one leads to the request of another. */
const CheckedLink = ({ token }: { token: string }) => {
  const { t } = useTranslation('common');
  const check = useSWRImmutable(['verifyResetToken', token], () =>
    call('verifyResetToken', { body: { token } }),
  );
  if (check.data) return <PasswordForm token={token} email={check.data.user.email} />;
  if (isSpent(check.error)) return <Expired />;
  if (check.error) return <Failure text={t(($) => $.states.offline)} onRetry={() => void check.mutate()} />;
  return <Loading rows={3} height={44} />;
};

/** Sets a password by the link of a reset or invitation mail. */
export const PasswordSettingScreen = ({ variant }: { variant: 'reset' | 'collaborator' }) => {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  return (
    <CardPage
      title={t(($) => $.passwordSetting[variant].title)}
      text={t(($) => $.passwordSetting[variant].text)}
    >
      {token === null ? <Expired /> : <CheckedLink token={token} />}
    </CardPage>
  );
};
