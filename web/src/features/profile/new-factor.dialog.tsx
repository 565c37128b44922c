import { Button, Modal, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { CopyField } from '../../ui/fields/copy-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Message } from '../../ui/feedback/message.tsx';
import { CodeField } from '../../ui/fields/text-fields.tsx';
import { useStep } from '../../ui/forms/use-step.ts';
import classes from './factors.module.css';
import { Why } from '../../ui/forms/why.tsx';

export type BegunFactor = { id: string; secret: string; uri: string };

type Props = {
  factor: BegunFactor;
  /** Receives the recovery codes created with the factor; empty if there were codes already. */
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
};

/** Shows a new authenticator's secret and verifies its first code. */
export const NewFactorDialog = ({ factor, onAdded, onClose }: Props) => {
  const { t } = useTranslation(['account', 'common']);
  const [code, setCode] = useState('');
  const { step, send } = useStep<'wrong' | 'failed'>((error) =>
    error instanceof ApiError && error.code === 'code-wrong' ? 'wrong' : 'failed',
  );
  const submit = () =>
    send(async () => {
      const { data } = await call('confirmFactor', { params: { id: factor.id }, body: { code } });
      onAdded(data.recoveryCodes);
      return 'asking';
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(($) => $.factors.add)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      centered
    >
      <Form onSubmit={submit}>
        <Stack>
          <Text>{t(($) => $.factors.scan)}</Text>
          <div className={classes['qr']}>
            <QRCodeSVG value={factor.uri} size={200} marginSize={4} title={t(($) => $.factors.qr)} />
          </div>
          <CopyField label={t(($) => $.factors.secret)} value={factor.secret} />
          {step === 'wrong' && <Message kind="failed">{t(($) => $.common.problems['code-wrong'])}</Message>}
          {step === 'failed' && <Message kind="failed">{t(($) => $.factors.errorMessage)}</Message>}
          <CodeField description={t(($) => $.factors.first)} value={code} onChange={setCode} />
          <Button type="submit" loading={step === 'sending'} disabled={code.trim() === ''}>
            {t(($) => $.factors.confirm)}
          </Button>
          {code.trim() === '' && <Why>{t(($) => $.common.fillIn)}</Why>}
        </Stack>
      </Form>
    </Modal>
  );
};
