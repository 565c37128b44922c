import { Anchor, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { CardPage } from '../../ui/card-page.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { EmailField } from '../../ui/text-fields.tsx';
import { useStep } from '../../ui/use-step.ts';

/** Asks for the mail with the link that sets a new password. */
export const PasswordRequestScreen = () => {
  const { t } = useTranslation('auth');
  const expired = (useLocation().state as { expired?: boolean } | null)?.expired === true;
  const [email, setEmail] = useState('');
  const { step, send } = useStep<'sent' | 'failed'>(() => 'failed');
  const submit = () =>
    send(async () => {
      await call('requestPasswordReset', { body: { email } });
      return 'sent';
    });
  return (
    <CardPage title={t(($) => $.passwordRequest.title)} text={t(($) => $.passwordRequest.text)}>
      {expired && step === 'asking' && <Message kind="failed">{t(($) => $.tokenExpired)}</Message>}
      {step === 'sent' && <Message kind="done">{t(($) => $.passwordRequest.done)}</Message>}
      {step === 'failed' && <Message kind="failed">{t(($) => $.passwordRequest.errorMessage)}</Message>}
      <Form onSubmit={submit}>
        <Stack>
          <EmailField autoComplete="username" value={email} onChange={setEmail} />
          <Button type="submit" fullWidth loading={step === 'sending'} disabled={email === ''}>
            {t(($) => $.passwordRequest.submit)}
          </Button>
          <Anchor component={Link} to={paths.login} ta="center">
            {t(($) => $.toLogin)}
          </Anchor>
        </Stack>
      </Form>
    </CardPage>
  );
};
