import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import { publicMessages } from './messages.ts';
import { useTimer } from '../lib/use-timer.ts';
import style from './booking.module.css';
import { Dialog } from './dialog.tsx';
import { appointmentTime } from './format.ts';

type SuccessDialogProps = { confirmBy: string; timezone: string; onClose: () => void };

/** Says that the mail is on its way; leaves after 10 s, not while the pointer rests on it. */
export const SuccessDialog = ({ confirmBy, timezone, onClose }: SuccessDialogProps) => {
  const { t, i18n } = useTranslation('booking');
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const hold = useTimer(publicMessages.requestSent.seconds, close);
  const until = appointmentTime(confirmBy, timezone, currentLanguage(i18n));
  return (
    <Dialog open={open} title={t(($) => $.success.title)} onClose={onClose}>
      <div className={style.success} {...hold}>
        <p>{t(($) => $.success.text)}</p>
        <p>{t(($) => $.success.until, { time: t(($) => $.time.chosen, until) })}</p>
        <button type="button" className="primary" onClick={close}>
          {t(($) => $.success.close)}
        </button>
      </div>
    </Dialog>
  );
};
