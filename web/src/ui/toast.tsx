import { Button, Group } from '@mantine/core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api.ts';
import { messages, type MessageName } from '../lib/messages.ts';
import { Icon } from './icons.tsx';
import { notifications } from './notifications.tsx';
import classes from './toast.module.css';

const looks = {
  failed: { color: 'red', role: 'alert', icon: 'warning' },
  done: { color: 'green', role: 'status', icon: 'check' },
} as const;

/** The text of a message: the known cause's where something failed for one, else its own. */
export const useMessageText = () => {
  const { t, i18n } = useTranslation('common');
  return useCallback(
    (name: MessageName, error?: unknown): string => {
      const cause = error instanceof ApiError ? `common:problems.${error.code}` : '';
      // The table's keys carry their namespace, which the typed function does not know.
      return t((i18n.exists(cause) ? cause : messages[name].text) as never);
    },
    [t, i18n],
  );
};

/** Says something of the table: by a message of its own in the corner, or where the screen has a place for it. */
export type Say = (name: MessageName, error?: unknown, undo?: () => void) => void;

/** Shows messages in the corner, which go after their time; hovering holds them. */
export const useToast = (): Say => {
  const { t } = useTranslation('common');
  const textOf = useMessageText();
  return useCallback(
    (name, error, undo) => {
      const { kind, seconds } = messages[name];
      const { color, role, icon } = looks[kind];
      const id = notifications.show({
        message: undo ? (
          <Group justify="space-between" gap="sm">
            {textOf(name, error)}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                notifications.hide(id);
                undo();
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
      });
    },
    [t, textOf],
  );
};
