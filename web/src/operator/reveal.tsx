import type { Audit, AuditSubject } from '@visita/contracts/operator/audit';
import { useRef, useState, type FormEvent } from 'react';
import style from './audit.module.css';
import { DeskError, reveal } from './desk.api.ts';
import parts from './operator.module.css';

type Props = { about: AuditSubject; revealed: boolean; onChange: (audit: Audit | null) => void };

/** Masks what is readable again, or asks why it is to be readable. */
export const Reveal = ({ about, revealed, onChange }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<DeskError | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    setBusy(true);
    setError(null);
    try {
      onChange(await reveal(about, typeof reason === 'string' ? reason : ''));
      dialog.current?.close();
    } catch (failure) {
      if (!(failure instanceof DeskError)) throw failure;
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
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
        <form onSubmit={(event) => void submit(event)}>
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
