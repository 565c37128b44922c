import { useState, type ReactNode } from 'react';
import { Confirm } from './confirm.tsx';
import type { Undo } from '../feedback/toast.tsx';
import { useSubmit, type SubmitMessages } from '../forms/use-submit.ts';

type Props = SubmitMessages & {
  /** Renders the button that opens the dialog. */
  trigger: (ask: () => void) => ReactNode;
  title: string;
  /** Explanation of the effect. */
  text: ReactNode;
  confirm: string;
  act: () => Promise<unknown>;
  /** Undo action, if available. */
  undo?: Undo | undefined;
  /** Line of the success message. */
  about?: string | null;
};

/** Button for an irreversible action, with a confirmation and a toast. */
export const ConfirmAction = ({ trigger, title, text, confirm, act, undo, about, ...messages }: Props) => {
  const [asking, setAsking] = useState(false);
  const { sending, submit } = useSubmit(messages);
  const goOn = async () => {
    await submit(act, undo, about);
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
