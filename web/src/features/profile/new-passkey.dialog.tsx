import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { createPasskey, isLeft, isThere } from '../../lib/data/passkeys.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Message } from '../../ui/feedback/message.tsx';
import { useFocusBack } from '../../ui/panels/use-focus-back.ts';
import { useStep } from '../../ui/forms/use-step.ts';
import { PasskeyName } from './passkey-name.tsx';
import { Why } from '../../ui/forms/why.tsx';

type Props = {
  /** Receives the recovery codes created with the passkey; empty if there were codes already. */
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
};

const outcomeOf = (error: unknown): 'left' | 'there' | 'failed' => {
  if (isLeft(error)) return 'left';
  return isThere(error) ? 'there' : 'failed';
};

export const NewPasskeyDialog = ({ onAdded, onClose }: Props) => {
  const { t } = useTranslation(['account', 'common']);
  useFocusBack(true);
  const here = useCall('getSessions', {}).data?.data.find(({ current }) => current)?.browser;
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? here ?? '';
  const { step, send } = useStep<ReturnType<typeof outcomeOf>>(outcomeOf);
  const submit = () =>
    send(async () => {
      const passkey = await createPasskey((await call('beginPasskey')).data);
      const { data } = await call('addPasskey', { body: { name: name.trim(), passkey } });
      onAdded(data.recoveryCodes);
      return 'asking';
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.factors.passkey.add)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      centered
    >
      <Form onSubmit={submit}>
        <Stack>
          <Text>{t(($) => $.factors.passkey.how)}</Text>
          {step === 'there' && <Message kind="failed">{t(($) => $.factors.passkey.there)}</Message>}
          {step === 'failed' && <Message kind="failed">{t(($) => $.factors.errorMessage)}</Message>}
          <PasskeyName name={name} onType={setTyped} />
          <Button type="submit" loading={step === 'sending'} disabled={name.trim() === ''}>
            {t(($) => $.factors.passkey.create)}
          </Button>
          {name.trim() === '' && <Why>{t(($) => $.common.fillIn)}</Why>}
        </Stack>
      </Form>
    </Modal>
  );
};
