import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icons.tsx';
import { notifications } from '../ui/notifications.tsx';

/** Offers a newer version, and waits: nobody loses what they are writing. */
export const UpdateNotice = ({ apply }: { apply: () => void }) => {
  const { t } = useTranslation('common');
  useEffect(() => {
    notifications.show({
      id: 'update',
      role: 'status',
      autoClose: false,
      withBorder: true,
      icon: <Icon name="refresh" size={18} />,
      title: t(($) => $.update.text),
      message: (
        <Button size="compact-sm" variant="light" mt={4} onClick={apply}>
          {t(($) => $.update.action)}
        </Button>
      ),
      closeButtonProps: { 'aria-label': t(($) => $.actions.close) },
    });
  }, [apply, t]);
  return null;
};
