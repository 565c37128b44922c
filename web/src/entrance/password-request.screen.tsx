import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api/client.ts';
import { paths } from '../lib/page/paths.ts';
import { Form } from '../ui/forms/form.tsx';
import { useStep } from '../ui/forms/use-step.ts';
import { useAddress } from './address.ts';
import { CardPage } from './card-page.tsx';
import { EmailField } from './fields.tsx';
import { Button, Message } from './parts.tsx';

/** Requests the mail with a link that sets a new password. */
export const PasswordRequestScreen = () => {
  const { t } = useTranslation('auth');
  const { state } = useAddress();
  const [email, setEmail] = useState('');
  const { step, send } = useStep<'sent' | 'failed'>(() => 'failed');
  const submit = () =>
    send(async () => {
      await call('requestPasswordReset', { body: { email } });
      return 'sent';
    });
  return (
    <CardPage title={t(($) => $.passwordRequest.title)} text={t(($) => $.passwordRequest.text)}>
      {state.expired && step === 'asking' && <Message kind="failed">{t(($) => $.tokenExpired)}</Message>}
      {step === 'sent' && <Message kind="done">{t(($) => $.passwordRequest.done)}</Message>}
      {step === 'failed' && <Message kind="failed">{t(($) => $.passwordRequest.errorMessage)}</Message>}
      <Form className="form" onSubmit={() => email !== '' && submit()}>
        <EmailField autoComplete="username" value={email} onChange={setEmail} />
        <Button
          type="submit"
          busy={step === 'sending'}
          disabled={email === ''}
          why={t(($) => $.missing.email)}
        >
          {t(($) => $.passwordRequest.submit)}
        </Button>
        <a href={paths.login} className="centred">
          {t(($) => $.toLogin)}
        </a>
      </Form>
    </CardPage>
  );
};
