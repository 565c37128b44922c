import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/panels/use-focus-back.ts';

type Props = { opened: boolean; onClose: () => void; children: ReactNode };

/** Menu on phones with the links that do not fit into the bar. */
export const MoreDrawer = ({ opened, onClose, children }: Props) => {
  const { t } = useTranslation('common');
  useFocusBack(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      position="bottom"
      title={t(($) => $.nav.more)}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close), size: 'lg' }}
      // Mantine has no size that fits the content.
      styles={{ content: { height: 'auto', borderRadius: '12px 12px 0 0', background: 'var(--surface)' } }}
    >
      {children}
    </Drawer>
  );
};
