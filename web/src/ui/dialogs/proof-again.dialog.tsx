import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { leave } from '../../lib/data/leave.ts';
import { resumeByPasskey, resumeSession, useSessionCall } from '../../lib/data/session.api.ts';
import { hasPasskeys, isLeft, proveByPasskey } from '../../lib/data/passkeys.ts';
import { paths } from '../../lib/page/paths.ts';
import type { useAsking } from '../../lib/session/proof-again.ts';
import { Form } from '../forms/form.tsx';
import { Message } from '../feedback/message.tsx';
import { PasswordField } from '../fields/text-fields.tsx';
import { useFocusBack } from '../panels/use-focus-back.ts';
import { useStep } from '../forms/use-step.ts';
import { Why } from '../forms/why.tsx';

type Asking = NonNullable<ReturnType<typeof useAsking>>;

const refusalOf = (error: unknown): 'wrong' | 'code' | 'other' | 'left' | 'failed' => {
  if (isLeft(error)) return 'left';
  if (!(error instanceof ApiError) || error.status !== 401) return 'failed';
  if (error.code === 'passkey-refused') return 'other';
  return error.code === 'code-needed' ? 'code' : 'wrong';
};

/** Verifies the user, within the session or by a new one of the same account. */
const useProof = ({ reason, end }: Asking) => {
  const pro = useSessionCall().data?.data;
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [asksCode, setAsksCode] = useState(false);
  const { step, send } = useStep<ReturnType<typeof refusalOf>>((error) => {
    const refusal = refusalOf(error);
    if (refusal === 'code') setAsksCode(true);
    return refusal;
  });
  const submit = () =>
    send(async () => {
      const { password, code } = typed;
      if (reason === 'long-ago') await call('proveSession', { body: { password } });
      else if (pro) await resumeSession(pro, { password, ...(asksCode ? { code } : {}) });
      end(true);
      return 'asking';
    });
  const submitPasskey = () =>
    send(async () => {
      if (reason === 'long-ago') await proveByPasskey();
      else if (pro) await resumeByPasskey(pro);
      end(true);
      return 'asking';
    });
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  });
  return { step, submit, submitPasskey, field, asksCode };
};

const CodeField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation('auth');
  return (
    <TextInput
      label={t(($) => $.code.field)}
      description={t(($) => $.code.hint)}
      autoComplete="one-time-code"
      maxLength={40}
      autoFocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

const whole = {
  closeOnEscape: false,
  closeOnClickOutside: false,
  withCloseButton: false,
  overlayProps: { backgroundOpacity: 1, color: 'var(--canvas)' },
} as const;

/** Asks for the password before irreversible actions, and when a session ended during a form. */
export const ProofAgainDialog = ({ asking }: { asking: Asking }) => {
  const { t } = useTranslation(['auth', 'common']);
  useFocusBack(true);
  const { step, submit, submitPasskey, field, asksCode } = useProof(asking);
  const ended = asking.reason === 'ended';
  const close = () => asking.end(false);
  return (
    <Modal
      opened
      onClose={close}
      title={ended ? t(($) => $.again.endedTitle) : t(($) => $.again.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      zIndex={400}
      // After the session's end the page is hidden; only the password and the login lead on.
      {...(ended ? whole : {})}
      centered
    >
      <Form onSubmit={submit}>
        <Stack>
          <Text>{ended ? t(($) => $.again.endedText) : t(($) => $.again.text)}</Text>
          {step === 'wrong' && <Message kind="failed">{t(($) => $.again.wrong)}</Message>}
          {step === 'other' && (
            <Message kind="failed">{t(($) => $.common.problems['passkey-refused'])}</Message>
          )}
          {step === 'failed' && <Message kind="failed">{t(($) => $.common.problems.unavailable)}</Message>}
          <PasswordField autoComplete="current-password" data-autofocus {...field('password')} />
          {asksCode && <CodeField {...field('code')} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={ended ? () => void leave(paths.login) : close}>
              {ended ? t(($) => $.toLogin) : t(($) => $.common.actions.cancel)}
            </Button>
            <Button type="submit" loading={step === 'sending'} disabled={field('password').value === ''}>
              {t(($) => $.again.submit)}
            </Button>
          </Group>
          {field('password').value === '' && <Why>{t(($) => $.common.fillIn)}</Why>}
          {hasPasskeys() && (
            <Button variant="subtle" disabled={step === 'sending'} onClick={() => void submitPasskey()}>
              {t(($) => $.again.passkey)}
            </Button>
          )}
        </Stack>
      </Form>
    </Modal>
  );
};
