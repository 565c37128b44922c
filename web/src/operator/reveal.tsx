import type { Audit, AuditSubject } from '@visita/contracts/operator/audit';
import { useState } from 'react';
import { Dialog } from '../light/dialog.tsx';
import style from './audit.module.css';
import { reveal } from './desk.api.ts';
import parts from './operator.module.css';
import { useDeskForm } from './use-desk-form.ts';

type Props = { about: AuditSubject; revealed: boolean; onChange: (audit: Audit | null) => void };

type FormProps = { send: (reason: string) => Promise<void>; onCancel: () => void };

const ReasonForm = ({ send, onCancel }: FormProps) => {
  const { onSubmit, busy, error } = useDeskForm((written) => send(written('reason')));
  return (
    <form className={style.reason} onSubmit={onSubmit}>
      <p>Your name, the person and the reason are recorded.</p>
      <label>
        Reason
        <input name="reason" required maxLength={200} autoComplete="off" />
        <small>A ticket number, not personal data.</small>
      </label>
      {error && (
        <p className={parts.wrong} role="alert">
          {error.message}
        </p>
      )}
      <div className={style.choice}>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="primary" disabled={busy}>
          Reveal
        </button>
      </div>
    </form>
  );
};

/** Masks personal data again, or asks for a reason to show it. */
export const Reveal = ({ about, revealed, onChange }: Props) => {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const send = async (reason: string) => {
    onChange(await reveal(about, reason));
    close();
  };
  if (revealed)
    return (
      <p className={style.revealed} role="status">
        Personal data is shown, and your access is recorded.
        <button type="button" onClick={() => onChange(null)}>
          Mask again
        </button>
      </p>
    );
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Reveal personal data
      </button>
      <Dialog open={asking} title="Reveal personal data" onClose={close}>
        <ReasonForm send={send} onCancel={close} />
      </Dialog>
    </>
  );
};
