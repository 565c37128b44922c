import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import type { Load } from '../../lib/api/use-call.ts';

/** Reason why a change of the list was not saved. */
export type ListFailure = 'twice' | 'changed' | 'failed';

type Versioned<Item> = { message: string; data: Item[]; version: string };

type Saving<Item> = {
  send(body: Item[], ifMatch: string): Promise<{ readonly version: string }>;
  isValid(items: readonly Item[]): boolean;
};

/** Returns a function that replaces a versioned list. Changes are shown at once and sent in order. */
export const useReplacedList = <Item>(
  list: Pick<Load<Versioned<Item>>, 'data' | 'mutate'>,
  { send, isValid }: Saving<Item>,
) => {
  const [failure, setFailure] = useState<ListFailure | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const version = useRef<string | null>(null);

  const sendNext = async (body: Item[], ifMatch: string): Promise<void> => {
    version.current = (await send(body, version.current ?? ifMatch)).version;
  };

  /** Shows the saved list after the last change, or the list as it is after a failure. */
  const end = async (error: unknown): Promise<void> => {
    const saved = version.current;
    version.current = null;
    if (error === undefined && saved !== null) {
      await list.mutate((now) => now && { ...now, version: saved }, { revalidate: false });
      return;
    }
    setFailure(error instanceof ApiError && error.current !== undefined ? 'changed' : 'failed');
    await list.mutate();
  };

  const save = async (changed: readonly Item[]): Promise<void> => {
    const { data } = list;
    if (!data) return;
    if (!isValid(changed)) return setFailure('twice');
    setFailure(null);
    const body = [...changed];
    const sent = last.current.then(() => sendNext(body, data.version));
    last.current = sent.catch(() => undefined);
    const isLast = last.current;
    await list.mutate({ ...data, data: body }, { revalidate: false });
    const error = await sent.then(() => undefined).catch((reason: unknown) => reason);
    if (error !== undefined || last.current === isLast) await end(error);
  };
  return { save, failure };
};
