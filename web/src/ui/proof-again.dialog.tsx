import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api.ts';
import { call } from '../lib/client.ts';
import { Form } from './form.tsx';
import { Message } from './message.tsx';
import { PasswordField } from './text-fields.tsx';
import { useStep } from './use-step.ts';

/** Asks for the password before something that cannot be taken back. */
export const ProofAgainDialog = ({ onEnd }: { onEnd: (proven: boolean) => void }) => {
  const { t } = useTranslation(['auth', 'common']);
  const [password, setPassword] = useState('');
  const { step, send } = useStep<'wrong' | 'failed'>((error) =>
    error instanceof ApiError && error.status === 401 ? 'wrong' : 'failed',
  );
  const submit = () =>
    send(async () => {
      await call('proveSession', { body: { password } });
      onEnd(true);
      return 'asking';
    });
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title={t(($) => $.again.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      zIndex={400}
      centered
    >
      <Form onSubmit={submit}>
        <Stack>
          <Text>{t(($) => $.again.text)}</Text>
          {step === 'wrong' && <Message kind="failed">{t(($) => $.again.wrong)}</Message>}
          {step === 'failed' && <Message kind="failed">{t(($) => $.common.problems.unavailable)}</Message>}
          <PasswordField
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={setPassword}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onEnd(false)}>
              {t(($) => $.common.actions.cancel)}
            </Button>
            <Button type="submit" loading={step === 'sending'} disabled={password === ''}>
              {t(($) => $.again.submit)}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
};
