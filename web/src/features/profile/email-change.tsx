import { proEmail } from '@visita/contracts/fields';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { Form } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { useStep } from '../../ui/forms/use-step.ts';
import { FieldWithButton } from '../../ui/fields/field-with-button.tsx';
import { Message } from '../../ui/feedback/message.tsx';
import { useEmailFilter } from '../../lib/hooks/use-email-filter.ts';

/** Requests a link for a new email address; once sent, the form is disabled. */
export const EmailChange = ({ currentEmail }: { currentEmail: string }) => {
  const { t } = useTranslation('account');
  const [newEmail, setNewEmail, draft] = useDraft('email change', '');
  const [sentTo, setSentTo] = useState('');
  const { hint, onType } = useEmailFilter(setNewEmail);
  const { step, send } = useStep<'sent' | 'failed'>(() => 'failed');
  const ready = proEmail.safeParse(newEmail).success && newEmail !== currentEmail;
  const submit = () =>
    send(async () => {
      await call('requestEmailChange', { body: { currentEmail, newEmail } });
      setSentTo(newEmail);
      draft.discard();
      return 'sent';
    });
  return (
    <Form onSubmit={submit}>
      <Stack className="ruled" gap={12}>
        <FieldWithButton
          label={t(($) => $.email.field)}
          description={
            <>
              {hint ?? t(($) => $.email.hint)}
              {!ready && step !== 'sent' && newEmail !== currentEmail && ` ${t(($) => $.email.missing)}`}
            </>
          }
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          value={step === 'sent' ? t(($) => $.email.sent) : newEmail}
          disabled={step === 'sent'}
          error={newEmail === currentEmail && t(($) => $.email.same)}
          onChange={(event) => onType(event.currentTarget.value)}
          button={
            <Button
              type="submit"
              variant="default"
              loading={step === 'sending'}
              disabled={!ready || step === 'sent'}
            >
              {t(($) => $.email.submit)}
            </Button>
          }
        />
        {step === 'sent' && <Message kind="done">{t(($) => $.email.done, { email: sentTo })}</Message>}
        {step === 'failed' && <Message kind="failed">{t(($) => $.email.errorMessage)}</Message>}
      </Stack>
    </Form>
  );
};
