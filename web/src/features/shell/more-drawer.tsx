import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { opened: boolean; onClose: () => void; children: ReactNode };

/** On phones, what has no room in the bar. */
export const MoreDrawer = ({ opened, onClose, children }: Props) => {
  const { t } = useTranslation('common');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t(($) => $.nav.more)}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close), size: 'lg' }}
      styles={{ content: { borderRadius: '12px 12px 0 0' } }}
    >
      {children}
    </Drawer>
  );
};
