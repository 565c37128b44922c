import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { call } from '../../lib/client.ts';
import { Row, Section } from '../../ui/section.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useLeave } from '../account/session.api.ts';

const warnings = ['data', 'bookings', 'clinics', 'final'] as const;

/** Deletes the account, once its four warnings have been read. */
export const DeleteAccount = ({ proId }: { proId: string }) => {
  const { t } = useTranslation(['account', 'common']);
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
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(($) => $.delete.panel)}
        closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
        centered
      >
        <Stack>
          {warnings.map((warning) => (
            <Text key={warning}>{t(($) => $.delete.warnings[warning])}</Text>
          ))}
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
              {t(($) => $.common.actions.cancel)}
            </Button>
            <Button color="red" loading={sending} onClick={() => void remove()}>
              {t(($) => $.delete.confirm)}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Section>
  );
};
