import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Row, Section } from '../../ui/section.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useLeave } from '../../lib/data/session.api.ts';

const warnings = ['data', 'bookings', 'clinics', 'final'] as const;

/** Deletes the account, once its four warnings have been read. */
export const DeleteAccount = ({ proId }: { proId: string }) => {
  const { t } = useTranslation('account');
  const toasts = useToasts();
  const leave = useLeave();
  const [opened, setOpened] = useState(false);
  const [sending, setSending] = useState(false);
  const remove = async () => {
    setSending(true);
    try {
      await call('deletePro', { params: { id: proId } });
      await leave(paths.signup);
    } catch (error) {
      setSending(false);
      setOpened(false);
      toasts.failed(
        error,
        t(($) => $.delete.errorMessage),
        4,
      );
    }
  };
  return (
    <Section title={t(($) => $.delete.title)} danger>
      <Row title={t(($) => $.delete.question)} text={t(($) => $.delete.text)}>
        <Button variant="outline" color="red" onClick={() => setOpened(true)}>
          {t(($) => $.delete.open)}
        </Button>
      </Row>
      <Confirm
        opened={opened}
        title={t(($) => $.delete.panel)}
        confirm={t(($) => $.delete.confirm)}
        danger
        sending={sending}
        onCancel={() => setOpened(false)}
        onConfirm={() => void remove()}
      >
        {warnings.map((warning) => (
          <Text key={warning}>{t(($) => $.delete.warnings[warning])}</Text>
        ))}
      </Confirm>
    </Section>
  );
};
