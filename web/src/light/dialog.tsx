import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import style from './dialog.module.css';

type DialogProps = {
  open: boolean;
  title: string;
  /** Prevents closing by Escape while a request is being sent. */
  locked?: boolean;
  /** Called once per closing, by button, Escape or program. */
  onClose: () => void;
  element?: RefObject<HTMLDialogElement | null>;
  /** Button beside the title. With it, the dialog is a sheet at the bottom of a phone. */
  action?: ReactNode;
  children: ReactNode;
};

/** Native modal dialog: the browser traps and restores focus and closes it with Escape. */
export const Dialog = ({ open, title, locked, onClose, element, action, children }: DialogProps) => {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = element ?? own;
  const titleId = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    if (open && !current?.open) current?.showModal();
    if (!open && current?.open) current.close();
  }, [open, dialog]);
  const heading = <h2 id={titleId}>{title}</h2>;
  return (
    <dialog
      ref={dialog}
      className={`${style['dialog']} ${action ? style['sheet'] : ''}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        if (locked) event.preventDefault();
      }}
    >
      {action ? (
        <header>
          {heading}
          {action}
        </header>
      ) : (
        heading
      )}
      {children}
    </dialog>
  );
};
