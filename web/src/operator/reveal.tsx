import type { Audit, AuditSubject } from '@visita/contracts/operator/audit';
import { useRef } from 'react';
import style from './audit.module.css';
import { reveal } from './desk.api.ts';
import parts from './operator.module.css';
import { useDeskForm } from './use-desk-form.ts';

type Props = { about: AuditSubject; revealed: boolean; onChange: (audit: Audit | null) => void };

/** Masks what is readable again, or asks why it is to be readable. */
export const Reveal = ({ about, revealed, onChange }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const { onSubmit, busy, error } = useDeskForm(async (written) => {
    onChange(await reveal(about, written('reason')));
    dialog.current?.close();
  });
  if (revealed)
    return (
      <p className={style.revealed} role="status">
        Personal data is readable, and that you looked is written down.
        <button type="button" onClick={() => onChange(null)}>
          Mask again
        </button>
      </p>
    );
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Reveal personal data
      </button>
      <dialog ref={dialog} className={style.dialog} aria-labelledby="reveal-title">
        <form onSubmit={onSubmit}>
          <h2 id="reveal-title">Reveal personal data</h2>
          <p>It is written down that you looked, at whom, and why.</p>
          <label>
            Reason
            <input name="reason" required maxLength={200} autoComplete="off" />
            <small>A ticket’s number, nobody’s name or address.</small>
          </label>
          {error && (
            <p className={parts.wrong} role="alert">
              {error.message}
            </p>
          )}
          <div className={style.choice}>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="primary" disabled={busy}>
              Reveal
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
};
