import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  opened: boolean;
  title: string;
  /** What will happen; a text, or more than a text. */
  children: ReactNode;
  /** The button that goes on. */
  confirm: string;
  /** For what cannot be taken back. */
  danger?: boolean;
  sending?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks before something that others notice, or that cannot be taken back. */
export const Confirm = (props: Props) => {
  const { opened, title, children, confirm, danger, sending = false, onCancel, onConfirm } = props;
  const { t } = useTranslation('common');
  // A panel underneath would close as well.
  const own = { 'data-mantine-stop-propagation': 'true' };
  // What is under way cannot be called off.
  const cancel = () => !sending && onCancel();
  /** Heard here, and only here: what this stands in, be it elsewhere on the page, hears what bubbles up to it. */
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
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
