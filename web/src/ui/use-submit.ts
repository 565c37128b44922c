import { useState } from 'react';
import { useToasts } from './toast.tsx';

type Told = {
  /** What is said where it fails, and the known cause is none. */
  failed: string;
  /** What is said once it is done, where that does not show by itself. */
  done?: string;
  /** How long either stays, in seconds. */
  seconds: number;
};

/** Sends a form that closes once it is sent, and says how that went. What was sent stays so while it closes. */
export const useSubmit = () => {
  const toasts = useToasts();
  const [sending, setSending] = useState(false);
  const submit = async (send: () => Promise<void>, { failed, done, seconds }: Told): Promise<void> => {
    setSending(true);
    try {
      await send();
      if (done !== undefined) toasts.done(done, seconds);
    } catch (error) {
      toasts.failed(error, failed, seconds);
      setSending(false);
    }
  };
  return { sending, submit };
};
