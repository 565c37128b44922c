import { useState, type FormEvent } from 'react';
import { DeskError } from './desk.api.ts';

type Written = (field: string) => string;

/** Sends a form of the desk and returns its busy and error state. */
export const useDeskForm = (send: (written: Written) => Promise<void>) => {
  const [error, setError] = useState<DeskError | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (form: FormData) => {
    setBusy(true);
    setError(null);
    try {
      await send((field) => {
        const value = form.get(field);
        return typeof value === 'string' ? value : '';
      });
    } catch (failure) {
      if (!(failure instanceof DeskError)) throw failure;
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(new FormData(event.currentTarget));
  };
  return { onSubmit, busy, error };
};
