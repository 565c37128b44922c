import { filterEmail } from '@visita/contracts/fields';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { FormCard } from '../../ui/form-card.tsx';
import { Message } from '../../ui/message.tsx';
import { PublicLayout } from '../../ui/public-layout.tsx';

type Step = 'asking' | 'sending' | 'sent' | 'failed';

/** Asks for the mail with the link that sets a new password. */
export const PasswordRequestScreen = () => {
  const { t } = useTranslation(['auth', 'common']);
  const expired = (useLocation().state as { expired?: boolean } | null)?.expired === true;
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<Step>('asking');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setStep('sending');
    try {
      await call('requestPasswordReset', { body: { email } });
      setStep('sent');
    } catch {
      setStep('failed');
    }
  };

  return (
    <PublicLayout>
      <title>{`${t(($) => $.passwordRequest.title)} · Visita`}</title>
      <FormCard title={t(($) => $.passwordRequest.title)} text={t(($) => $.passwordRequest.text)}>
        {expired && step === 'asking' && <Message kind="failed">{t(($) => $.tokenExpired)}</Message>}
        {step === 'sent' && <Message kind="done">{t(($) => $.passwordRequest.done)}</Message>}
        {step === 'failed' && <Message kind="failed">{t(($) => $.passwordRequest.errorMessage)}</Message>}
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            <TextInput
              label={t(($) => $.common.fields.email)}
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(filterEmail(event.currentTarget.value))}
            />
            <Button type="submit" fullWidth loading={step === 'sending'} disabled={email === ''}>
              {t(($) => $.passwordRequest.submit)}
            </Button>
            <Anchor component={Link} to={paths.login} ta="center">
              {t(($) => $.toLogin)}
            </Anchor>
          </Stack>
        </form>
      </FormCard>
    </PublicLayout>
  );
};
