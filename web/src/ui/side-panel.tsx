import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './side-panel.module.css';

type Props = {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Stays in sight while the panel scrolls. */
  footer?: ReactNode;
  /** The fade is over: the panel's state may go. */
  onExitTransitionEnd?: () => void;
};

/** The side panel of every form: up to 650 px, closing with a fade of 500 ms. */
export const SidePanel = ({ opened, title, onClose, children, footer, onExitTransitionEnd }: Props) => {
  const { t } = useTranslation('common');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      {...(onExitTransitionEnd ? { onExitTransitionEnd } : {})}
      title={title}
      position="right"
      size={650}
      padding={0}
      transitionProps={{ transition: 'fade', duration: 200, exitDuration: 500 }}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close), size: 'lg' }}
      classNames={{
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        content: classes['content'] ?? '',
        body: classes['body'] ?? '',
      }}
    >
      <div className={classes['scroll']}>{children}</div>
      {footer && <div className={classes['footer']}>{footer}</div>}
    </Drawer>
  );
};
