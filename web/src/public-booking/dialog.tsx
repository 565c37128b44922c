import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import style from './dialog.module.css';
import { useBackCloses } from './back-closes.ts';

type DialogProps = {
  open: boolean;
  title: string;
  /** Prevents closing while a request is being sent. */
  locked?: boolean;
  /** Called once per closing, by button, Escape or program. */
  onClose: () => void;
  children: ReactNode;
};

/** Native modal dialog: the browser traps and restores focus and closes it with Escape. */
export const Dialog = ({ open, title, locked = false, onClose, children }: DialogProps) => {
  const { t } = useTranslation('booking');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useBackCloses(open, () => !locked && dialog.current?.close());
  useLayoutEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        if (locked) event.preventDefault();
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          aria-label={t(($) => $.form.close)}
          disabled={locked}
          onClick={() => dialog.current?.close()}
        >
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
};
