import { useState, type ReactNode } from 'react';
import { Confirm } from './confirm.tsx';
import type { Undo } from '../feedback/toast.tsx';
import { useSubmit, type Told } from '../forms/use-submit.ts';

type Props = Told & {
  /** What one presses to be asked. */
  trigger: (ask: () => void) => ReactNode;
  title: string;
  /** What will happen; a text, or more than a text. */
  text: ReactNode;
  /** The button that goes on. */
  confirm: string;
  act: () => Promise<unknown>;
  /** Takes it back, where that can be done for a while. */
  undo?: Undo | undefined;
};

/** Does what cannot be taken back, once that was confirmed, and says how it went. */
export const ConfirmAction = ({ trigger, title, text, confirm, act, undo, ...told }: Props) => {
  const [asking, setAsking] = useState(false);
  const { sending, submit } = useSubmit(told);
  const goOn = async () => {
    await submit(act, undo);
    setAsking(false);
  };
  return (
    <>
      {trigger(() => setAsking(true))}
      <Confirm
        opened={asking}
        title={title}
        confirm={confirm}
        danger
        sending={sending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void goOn()}
      >
        {text}
      </Confirm>
    </>
  );
};
