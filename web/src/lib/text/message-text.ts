import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api.ts';
import { useClashesText } from '../booking/clash-text.ts';
import { TakenError } from '../booking/taken-error.ts';
import { messages, type MessageName } from './messages.ts';

/** Returns a message's text: that of the error's cause if it has one, else the default. */
export const useMessageText = () => {
  const { t, i18n } = useTranslation('common');
  const clashesText = useClashesText();
  return useCallback(
    (name: MessageName, error?: unknown): string => {
      if (error instanceof TakenError) return clashesText(error.clashes);
      const cause = error instanceof ApiError ? `common:problems.${error.code}` : '';
      // The table's keys include their namespace, which the typed function does not support.
      return t((i18n.exists(cause) ? cause : messages[name].text) as never);
    },
    [t, i18n, clashesText],
  );
};
