import { password as passwordSchema } from '@visita/contracts/fields';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import useSWRImmutable from 'swr/immutable';
import { paths } from '../../lib/paths.ts';
import { ApiError } from '../../lib/api.ts';
import { call } from '../../lib/client.ts';
import { messages } from '../../lib/messages.ts';
import { useLeaveAfter } from '../../lib/use-leave-after.ts';
import { CardPage } from '../../ui/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { useStep } from '../../ui/use-step.ts';
import { forgetEverything } from '../../lib/data/session.api.ts';
import { useLinkToken } from './use-link-token.ts';

const { seconds } = messages.passwordChanged;

const isSpent = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const isGuessable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password-guessable';

const Expired = () => <Navigate to={paths.passwordRequest} replace state={{ expired: true }} />;

const Changed = () => {
  const { t } = useTranslation('auth');
  useLeaveAfter(true, seconds, paths.login);
  return (
    <Stack>
      <Message kind="done">{t(($) => $.passwordSetting.done, { seconds })}</Message>
      <Anchor component={Link} to={paths.login} ta="center">
        {t(($) => $.toLogin)}
      </Anchor>
    </Stack>
  );
};

const PasswordForm = ({ token, email }: { token: string; email: string }) => {
  const { t } = useTranslation(['auth', 'common']);
  const [password, setPassword] = useState('');
  const { step, send } = useStep<'done' | 'failed' | 'spent' | 'guessable'>((error) => {
    if (isSpent(error)) return 'spent';
    return isGuessable(error) ? 'guessable' : 'failed';
  });
  const right = passwordSchema.safeParse(password).success;
  const submit = () =>
    right &&
    send(async () => {
      await call('setPassword', { token, body: { email, password } });
      await forgetEverything();
      return 'done';
    });

  if (step === 'spent') return <Expired />;
  if (step === 'done') return <Changed />;
  return (
    <Form onSubmit={submit}>
      <Stack>
        {step === 'guessable' && (
          <Message kind="failed">{t(($) => $.common.problems['password-guessable'])}</Message>
        )}
        {step === 'failed' && <Message kind="failed">{t(($) => $.passwordSetting.errorMessage)}</Message>}
        <TextInput
          label={t(($) => $.common.fields.email)}
          autoComplete="username"
          value={email}
          readOnly
          variant="filled"
        />
        <NewPasswordField label={t(($) => $.passwordSetting.field)} value={password} onChange={setPassword} />
        <Button type="submit" fullWidth loading={step === 'sending'} disabled={password === ''}>
          {t(($) => $.passwordSetting.submit)}
        </Button>
      </Stack>
    </Form>
  );
};

/** The form once the link is known to work; a spent one leads to the request of another. */
const CheckedLink = ({ token }: { token: string }) => {
  const { t } = useTranslation(['auth', 'common']);
  const check = useSWRImmutable(['verifyResetToken', token], () =>
    call('verifyResetToken', { body: { token } }),
  );
  if (check.data) return <PasswordForm token={token} email={check.data.user.email} />;
  if (isSpent(check.error)) return <Expired />;
  if (check.error)
    return <Failure text={t(($) => $.common.states.offline)} onRetry={() => void check.mutate()} />;
  return <Loading rows={3} height={44} />;
};

const Setting = ({ variant }: { variant: 'reset' | 'collaborator' }) => {
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

/** Sets a new password by the link of a reset mail. */
export const PasswordSettingScreen = () => <Setting variant="reset" />;

/** Sets the first password by the link of an invitation. */
export const CollaboratorPasswordScreen = () => <Setting variant="collaborator" />;
