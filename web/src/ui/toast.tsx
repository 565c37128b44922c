import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api.ts';
import { Icon } from './icons.tsx';
import { notifications } from './notifications.tsx';
import classes from './toast.module.css';

export type Toasts = {
  /** A red message: the known cause's text, else the situation's own. */
  failed: (error: unknown, text: string, seconds: number) => void;
  /** A green message. */
  done: (text: string, seconds: number) => void;
};

/** Messages that go after their time; hovering holds them. */
export const useToasts = (): Toasts => {
  const { t, i18n } = useTranslation('common');
  return useMemo(() => {
    const closeButtonProps = { 'aria-label': t(($) => $.actions.close) };
    const textOf = (error: unknown, text: string): string => {
      if (!(error instanceof ApiError)) return text;
      const key = `common:problems.${error.code}`;
      return i18n.exists(key) ? t(key as never) : text;
    };
    return {
      failed: (error, text, seconds) =>
        void notifications.show({
          message: textOf(error, text),
          color: 'red',
          className: classes['red'] ?? '',
          role: 'alert',
          autoClose: seconds * 1000,
          icon: <Icon name="warning" size={18} />,
          closeButtonProps,
        }),
      done: (text, seconds) =>
        void notifications.show({
          message: text,
          color: 'green',
          className: classes['green'] ?? '',
          role: 'status',
          autoClose: seconds * 1000,
          icon: <Icon name="check" size={18} />,
          closeButtonProps,
        }),
    };
  }, [t, i18n]);
};
