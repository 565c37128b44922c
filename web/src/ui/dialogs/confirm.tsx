import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  opened: boolean;
  title: string;
  /** Explanation of the effect. */
  children: ReactNode;
  confirm: string;
  danger?: boolean;
  sending?: boolean;
  disabled?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

export const Confirm = (props: Props) => {
  const { opened, title, children, confirm, danger, sending = false, disabled, onCancel, onConfirm } = props;
  const { t } = useTranslation('common');
  // Keeps Escape from also closing a panel underneath.
  const own = { 'data-mantine-stop-propagation': 'true' };
  // A running action cannot be cancelled.
  const cancel = () => !sending && onCancel();
  /** Stops propagation, because React events bubble to the component's parents. */
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  };
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      title={title}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close), ...own }}
      closeOnEscape={false}
      onKeyDown={escape}
      zIndex={300}
      centered
    >
      <Stack>
        {typeof children === 'string' ? <Text>{children}</Text> : children}
        <Group justify="flex-end">
          <Button {...own} variant="default" disabled={sending} onClick={cancel}>
            {t(($) => $.actions.cancel)}
          </Button>
          <Button
            {...own}
            {...(danger ? { color: 'red' } : { 'data-autofocus': true })}
            loading={sending}
            disabled={disabled ?? false}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
