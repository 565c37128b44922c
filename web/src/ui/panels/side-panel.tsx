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
export const SidePanel = (props: Props) => {
  const { opened, title, onClose, children, footer, onExitTransitionEnd, beside = false } = props;
  const { t } = useTranslation('common');
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const escape = useEscape(opened, onClose);
  useFocusBack(opened);
  const content = (
    <>
      <div className={classes['scroll']}>{children}</div>
      {footer && <div className={classes['footer']}>{footer}</div>}
    </>
  );
  if (beside && isWide)
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
