import { useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog as LightDialog } from '../light/dialog.tsx';
import { useBackCloses } from '../lib/hooks/use-back-closes.ts';

type DialogProps = Omit<ComponentProps<typeof LightDialog>, 'element' | 'action'>;

/** Dialog with a Close button, which the browser's Back button closes too. */
export const Dialog = ({ open, locked = false, ...dialog }: DialogProps) => {
  const { t } = useTranslation('booking');
  const element = useRef<HTMLDialogElement>(null);
  const close = () => element.current?.close();
  useBackCloses(open, () => !locked && close());
  return (
    <LightDialog
      {...dialog}
      open={open}
      locked={locked}
      element={element}
      action={
        <button type="button" aria-label={t(($) => $.form.close)} disabled={locked} onClick={close}>
          ✕
        </button>
      }
    />
  );
};
