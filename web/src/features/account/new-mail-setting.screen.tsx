import { filterPassword } from '@visita/contracts/fields';
import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { messages } from '../../lib/messages.ts';
import { useLeaveAfter } from '../../lib/use-leave-after.ts';
import { FormCard } from '../../ui/form-card.tsx';
import { Message } from '../../ui/message.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { forgetEverything } from '../../lib/data/session.api.ts';
import { useLinkToken } from './use-link-token.ts';

const NewMailForm = ({ token }: { token: string }) => {
  const { t } = useTranslation(['auth', 'common']);
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<'asking' | 'sending' | 'done'>('asking');
  useLeaveAfter(step === 'done', messages.emailChanged.seconds, paths.login);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setStep('sending');
    try {
      await call('confirmEmailChange', { token, body: { password } });
      await forgetEverything();
      setStep('done');
    } catch (error) {
      setStep('asking');
      toast('emailChangeFailed', error);
    }
  };

  if (step === 'done') return <Message kind="done">{t(($) => $.newMail.done)}</Message>;
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <PasswordInput
          label={t(($) => $.common.fields.password)}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(filterPassword(event.currentTarget.value))}
          visibilityToggleButtonProps={{ 'aria-label': t(($) => $.common.fields.showPassword) }}
        />
        <Button type="submit" fullWidth loading={step === 'sending'} disabled={password === ''}>
          {t(($) => $.newMail.submit)}
        </Button>
      </Stack>
    </form>
  );
};

/** Confirms a new email by the link mailed to it and the account's password. */
export const NewMailSettingScreen = () => {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  return (
    <PublicLayout>
      <title>{`${t(($) => $.newMail.title)} · Visita`}</title>
      <FormCard title={t(($) => $.newMail.title)} text={t(($) => $.newMail.text)}>
        {token === null ? (
          <Message kind="failed">{t(($) => $.newMail.noToken)}</Message>
        ) : (
          <NewMailForm token={token} />
        )}
        <Anchor component={Link} to={paths.login} ta="center">
          {t(($) => $.toLogin)}
        </Anchor>
      </FormCard>
    </PublicLayout>
  );
};
