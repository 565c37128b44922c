import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../ui/forms/form.tsx';
import type { useSettingsForm } from './use-message-settings.ts';

type Props = { form: ReturnType<typeof useSettingsForm>; children: ReactNode };

/** Form that saves settings of messages by a button, and shows whether they were saved. */
export const SettingsForm = ({ form: { step, submit }, children }: Props) => {
  const { t } = useTranslation('messages');
  return (
    <Form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        {children}
        {(step === 'changed' || step === 'failed') && (
          <Alert color="red" role="alert">
            {t(($) => $.texts[step])}
          </Alert>
        )}
        <Group>
          <Button type="submit" variant="default" loading={step === 'sending'}>
            {t(($) => $.texts.save)}
          </Button>
          <Text role="status">{step === 'saved' && t(($) => $.texts.saved)}</Text>
        </Group>
      </Stack>
    </Form>
  );
};
