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
  footer?: ReactNode;
  /** Called after the fade, when the panel's state may be dropped. */
  onExitTransitionEnd?: () => void;
};

/** Returns whether an overlay above the panel handles Escape first, such as a list or date picker. */
const isBelow = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('.mantine-Popover-dropdown')].some(
    ({ style }) => style.display !== 'none',
  );

/** Closes on Escape, unless an overlay above handles it. */
const useEscape = (opened: boolean, onClose: () => void) => {
  // Escape is checked in the capture phase, before overlays close.
  const below = useRef(false);
  const fromNowhere = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape' && event.target === document.body && !isBelow()) onClose();
  });
  // The focused element may be gone or disabled; then the panel gets no key event.
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

/** Side panel of every form: at most 650 px wide, with a fade of 500 ms. */
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
