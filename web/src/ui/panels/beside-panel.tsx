import { CloseButton, Transition } from '@mantine/core';
import { useEffect, useId, useRef, type HTMLAttributes, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import panel from './side-panel.module.css';
import classes from './beside-panel.module.css';

type Props = {
  opened: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  onExitTransitionEnd?: (() => void) | undefined;
  /** Exit fade in milliseconds. */
  fade: number;
  keys: Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onKeyDownCapture'>;
};

const fields = '[data-autofocus], input, select, textarea, button[type="submit"]';

/** Panel beside the page, which stays usable: nothing is dimmed, and the focus can leave. */
export const BesidePanel = ({ opened, title, onClose, children, onExitTransitionEnd, fade, keys }: Props) => {
  const { t } = useTranslation('common');
  const id = useId();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened || element.current?.contains(document.activeElement)) return;
    element.current?.querySelector<HTMLElement>(fields)?.focus();
  }, [opened]);
  return (
    <Transition
      mounted={opened}
      transition="fade"
      exitDuration={fade}
      {...(onExitTransitionEnd ? { onExited: onExitTransitionEnd } : {})}
    >
      {(style) => (
        <section
          ref={element}
          className={classes['panel']}
          style={style}
          role="dialog"
          aria-labelledby={id}
          tabIndex={-1}
          data-beside
          {...keys}
        >
          <header className={`${panel['header']} ${classes['header']}`}>
            <h2 id={id} className={panel['title']}>
              {title}
            </h2>
            <CloseButton aria-label={t(($) => $.actions.close)} size="lg" onClick={onClose} />
          </header>
          {children}
        </section>
      )}
    </Transition>
  );
};
