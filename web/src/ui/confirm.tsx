import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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
  // A panel underneath would close as well: Escape is heard here, and only here.
  const own = { 'data-mantine-stop-propagation': 'true' };
  // What is under way cannot be called off.
  const cancel = () => !sending && onCancel();
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      title={title}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close), ...own }}
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
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
