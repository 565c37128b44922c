import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icons/icons.tsx';
import { notifications } from '../ui/feedback/notifications.tsx';

/** Offers to reload for a new version or another account, so that unsaved input is not lost. */
export const ReloadToast = ({ reason, apply }: { reason: 'update' | 'otherAccount'; apply: () => void }) => {
  const { t } = useTranslation('common');
  useEffect(() => {
    notifications.show({
      id: reason,
      role: 'status',
      autoClose: false,
      withBorder: true,
      icon: <Icon name="refresh" size={18} />,
      title: t(($) => $[reason].text),
      message: (
        <Button size="compact-sm" variant="light" mt={4} onClick={apply}>
          {t(($) => $[reason].action)}
        </Button>
      ),
      closeButtonProps: { 'aria-label': t(($) => $.actions.close) },
    });
    return () => void notifications.hide(reason);
  }, [reason, apply, t]);
  return null;
};
