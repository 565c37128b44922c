import { Drawer } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './side-panel.module.css';
import { useFocusBack } from './use-focus-back.ts';

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

/** Whether something is open above the panel that Escape closes first: a list of choices, a date picker. */
const isBelow = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('.mantine-Popover-dropdown')].some(
    ({ style }) => style.display !== 'none',
  );

/** Closes at Escape, unless that is meant for something above. */
const useEscape = (opened: boolean, onClose: () => void) => {
  // Asked before those above hear of the key, and close.
  const below = useRef(false);
  const fromNowhere = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape' && event.target === document.body && !isBelow()) onClose();
  });
  // What had the focus may be gone, or disabled by its own press: the panel does not hear the key then.
  useEffect(() => {
    if (!opened) return;
    document.addEventListener('keydown', fromNowhere);
    return () => document.removeEventListener('keydown', fromNowhere);
  }, [opened]);
  return {
    onKeyDownCapture: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') below.current = isBelow();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || below.current) return;
      event.stopPropagation();
      onClose();
    },
  };
};

/** The side panel of every form: up to 650 px, closing with a fade of 500 ms. */
export const SidePanel = ({ opened, title, onClose, children, footer, onExitTransitionEnd }: Props) => {
  const { t } = useTranslation('common');
  const escape = useEscape(opened, onClose);
  useFocusBack(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      {...escape}
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
