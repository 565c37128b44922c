import { useState } from 'react';
import type { MessageName } from '../../lib/text/messages.ts';
import { useToast, type Say, type Undo } from '../feedback/toast.tsx';

/** What is said where something fails, and once it is done where that does not show by itself. */
export type Told = {
  failed: MessageName<'failed'>;
  done?: MessageName<'done'> | undefined;
  /** Where it is said; in the corner by default. */
  say?: Say | undefined;
};

/** Answers for what was given up in favour of what somebody else had saved: nothing is said then. */
export const unsaved = Symbol('unsaved');

/** {@link unsaved}, once what somebody else saved was read. */
export const unsavedAfter = async (reading: Promise<unknown>): Promise<typeof unsaved> => {
  await reading;
  return unsaved;
};

/** Sends something, and says how that went; true where it went well. */
export const useSubmit = ({ failed, done, say }: Told) => {
  const toast = useToast();
  const [sending, setSending] = useState(false);
  const tell = say ?? toast;
  const submit = async (send: () => Promise<unknown>, undo?: Undo): Promise<boolean> => {
    setSending(true);
    try {
      const sent = await send();
      if (done !== undefined && sent !== unsaved) tell(done, undefined, undo);
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
