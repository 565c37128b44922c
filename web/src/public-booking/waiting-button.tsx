import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preview } from './data.ts';
import { Dialog } from './dialog.tsx';
import type { JoinWaitingProps } from './join-waiting.tsx';
import { Spinner } from './parts.tsx';

// Most visitors find a time, so the form and its texts are loaded when they are needed.
const JoinWaiting = lazy(async () => ({ default: (await import('./join-waiting.tsx')).JoinWaiting }));

/** Button that opens the form of the waiting list. */
export const WaitingButton = (props: JoinWaitingProps) => {
  const { t } = useTranslation('booking');
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  if (preview) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {t(($) => $.waiting.open)}
      </button>
      <Dialog open={open} title={t(($) => $.waiting.open)} onClose={() => setOpen(false)}>
        {opened && (
          <Suspense fallback={<Spinner label={t(($) => $.load.busy)} />}>
            <JoinWaiting {...props} />
          </Suspense>
        )}
      </Dialog>
    </>
  );
};
