import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdate } from '../lib/updates.ts';
import { Icon } from '../ui/icons.tsx';

/** Offers a newer version, and waits: nobody loses what they are writing. */
export const UpdateNotice = () => {
  const { t } = useTranslation('common');
  const update = useUpdate();
  useEffect(() => {
    if (!update) return;
    notifications.show({
      id: 'update',
      role: 'status',
      autoClose: false,
      withBorder: true,
      icon: <Icon name="refresh" size={18} />,
      title: t(($) => $.update.text),
      message: (
        <Button size="compact-sm" variant="light" mt={4} onClick={update.apply}>
          {t(($) => $.update.action)}
        </Button>
      ),
      closeButtonProps: { 'aria-label': t(($) => $.actions.close) },
    });
  }, [update, t]);
  return null;
};
