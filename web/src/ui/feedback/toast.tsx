import { Button, Group } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessageText } from '../../lib/text/message-text.ts';
import { messages, type MessageName } from '../../lib/text/messages.ts';
import { Icon } from '../icons/icons.tsx';
import { notifications } from './notifications.tsx';
import classes from './toast.module.css';

const looks = {
  failed: { color: 'red', role: 'alert', icon: 'warning' },
  done: { color: 'green', role: 'status', icon: 'check' },
} as const;

/** Takes back what was done to something: only the last thing that was done to it can be. */
export type Undo = { readonly of: string; readonly act: () => void };

/** Says something of the table: by a message of its own in the corner, or where the screen has a place for it. */
export type Say = (name: MessageName, error?: unknown, undo?: Undo) => void;

/** The messages in sight that offer to take something back, by what that was done to. */
const offers = new Map<string, string>();

/** Offers no longer to take back what was done to something: it was taken back elsewhere, or something else was done. */
export const dropUndo = (of: string): void => {
  const id = offers.get(of);
  offers.delete(of);
  if (id !== undefined) notifications.hide(id);
};

/** Shows messages in the corner, which go after their time; hovering holds them. */
export const useToast = (): Say => {
  const { t } = useTranslation('common');
  const textOf = useMessageText();
  return useCallback(
    (name, error, undo) => {
      const { kind, seconds } = messages[name];
      const { color, role, icon } = looks[kind];
      if (undo) dropUndo(undo.of);
      const id = notifications.show({
        message: undo ? (
          <Group justify="space-between" gap="sm">
            {textOf(name, error)}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                dropUndo(undo.of);
                undo.act();
              }}
            >
              {t(($) => $.actions.undo)}
            </Button>
          </Group>
        ) : (
          textOf(name, error)
        ),
        color,
        className: classes[color] ?? '',
        role,
        autoClose: seconds * 1000,
        icon: <Icon name={icon} size={18} />,
        closeButtonProps: { 'aria-label': t(($) => $.actions.close) },
        onClose: () => {
          if (undo && offers.get(undo.of) === id) offers.delete(undo.of);
        },
      });
      if (undo) offers.set(undo.of, id);
    },
    [t, textOf],
  );
};
