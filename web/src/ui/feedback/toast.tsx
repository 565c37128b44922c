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

/**
 * Undo of the last action on something, or what follows it; the button is named after the undo of a change unless
 * `called` names another action.
 */
export type Undo = {
  readonly of: string;
  readonly act: () => void;
  readonly called?: 'restore' | 'separate' | 'showDay';
};

/** Shows a message; `about` is a second line, for example the professional and the time. */
export type Say = (name: MessageName, error?: unknown, undo?: Undo, about?: string | null) => void;

/** Visible toasts with an undo, by what they undo. */
const offers = new Map<string, string>();

/** Removes the undo of something that was undone or changed elsewhere. */
export const dropUndo = (of: string): void => {
  const id = offers.get(of);
  offers.delete(of);
  if (id !== undefined) notifications.hide(id);
};

/** Returns a function that shows toasts, which close after their time unless hovered. */
export const useToast = (): Say => {
  const { t } = useTranslation('common');
  const textOf = useMessageText();
  return useCallback(
    (name, error, undo, about) => {
      const { kind, seconds } = messages[name];
      const { color, role, icon } = looks[kind];
      if (undo) dropUndo(undo.of);
      const text = about ? (
        <div>
          {textOf(name, error)}
          <div>{about}</div>
        </div>
      ) : (
        textOf(name, error)
      );
      const id = notifications.show({
        message: undo ? (
          <Group justify="space-between" gap="sm">
            {text}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                dropUndo(undo.of);
                undo.act();
              }}
            >
              {t(($) => $.actions[undo.called ?? 'undo'])}
            </Button>
          </Group>
        ) : (
          text
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
