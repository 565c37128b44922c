import { useState } from 'react';
import type { MessageName } from '../../lib/text/messages.ts';
import { useToast, type Say, type Undo } from '../feedback/toast.tsx';

/** Messages of a failure, and of a success that is not visible by itself. */
export type SubmitMessages = {
  failed: MessageName<'failed'>;
  done?: MessageName<'done'> | undefined;
  /** Shows messages; by default as toasts. */
  say?: Say | undefined;
};

/** Result of a save that was given up in favour of another user's: no message is shown. */
export const unsaved = Symbol('unsaved');

/** Returns {@link unsaved} once the other user's values are loaded. */
export const unsavedAfter = async (reading: Promise<unknown>): Promise<typeof unsaved> => {
  await reading;
  return unsaved;
};

/** Sends something and shows the result, with a line about it; resolves to whether it succeeded. */
export const useSubmit = ({ failed, done, say }: SubmitMessages) => {
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const tell = say ?? toast;
  const submit = async (
    send: () => Promise<unknown>,
    undo?: Undo,
    about?: string | null,
  ): Promise<boolean> => {
    setSending(true);
    try {
      const sent = await send();
      if (done !== undefined && sent !== unsaved) tell(done, undefined, undo, about);
      return true;
    } catch (error) {
      tell(failed, error);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { sending, submit };
};
