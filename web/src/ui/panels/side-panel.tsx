import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BesidePanel } from './beside-panel.tsx';
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
  /** True if a wide window shows the panel beside the page, which stays usable. */
  beside?: boolean;
};

/** Milliseconds of the fade of a closing panel. */
const fade = 500;

/** Width from which a panel is shown beside the page; the style sheet of the dashboard repeats it. */
const wide = '(width >= 1280px)';

/** Returns whether an overlay above the panel handles Escape first, such as a list or date picker. */
const isBelow = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('.mantine-Popover-dropdown:not([data-hidden])')].some(
    ({ style }) => style.display !== 'none',
  );

/** Closes on Escape, unless an overlay above handles it; from the page too, if the panel lies over it. */
const useEscape = (opened: boolean, isOver: boolean, onClose: () => void) => {
  // Escape is checked in the capture phase, before overlays close.
  const below = useRef(false);
  const fromNowhere = useEffectEvent(({ key, target }: globalThis.KeyboardEvent) => {
    // A dialog above that has just closed is gone from the document.
    const isOnPage =
      isOver && target instanceof Element && target.isConnected && !target.closest('[data-portal]');
    if (key === 'Escape' && (isOnPage || target === document.body) && !isBelow()) onClose();
  });
  // The panel gets no key event if the focused element is gone or disabled, or before the focus enters the panel.
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
export const SidePanel = (props: Props) => {
  const { opened, title, onClose, children, footer, onExitTransitionEnd, beside = false } = props;
  const { t } = useTranslation('common');
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const isBeside = beside && isWide;
  const escape = useEscape(opened, !isBeside, onClose);
  useFocusBack(opened);
  const content = (
    <>
      <div className={classes['scroll']}>{children}</div>
      {footer && <div className={classes['footer']}>{footer}</div>}
    </>
  );
  if (isBeside)
    return (
      <BesidePanel {...{ opened, title, onClose, onExitTransitionEnd, fade }} keys={escape}>
        {content}
      </BesidePanel>
    );
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
      transitionProps={{ transition: 'fade', duration: 200, exitDuration: fade }}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close), size: 'lg' }}
      classNames={{
        header: classes['header'] ?? '',
        title: classes['title'] ?? '',
        content: classes['content'] ?? '',
        body: classes['body'] ?? '',
      }}
    >
      {content}
    </Drawer>
  );
};
