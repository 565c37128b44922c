import type { Answer, Api, CallName } from '@visita/contracts/api/table';
import type { Current } from '@visita/contracts/problem';
import { useSyncExternalStore } from 'react';
import { ApiError, type CallInput } from '../api/api.ts';
import { call } from '../api/client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Label and format of a field in a conflict dialog. */
export type Named = { readonly label: string; readonly show?: (value: unknown) => string };

/** A field with a value to save (`mine`) and a value saved since (`theirs`). */
export type ClashingField = Named & {
  readonly key: string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

type Choice =
  | { readonly keep: 'mine'; readonly edited: Fields }
  | { readonly keep: 'theirs' }
  | { readonly keep: 'neither' };

type Clash = { readonly fields: readonly ClashingField[]; readonly end: (choice: Choice) => void };

let clash: Clash | null = null;
const listeners = new Set<() => void>();

const set = (next: Clash | null): void => {
  clash = next;
  for (const listen of listeners) listen();
};

const subscribe = (listen: () => void) => {
  listeners.add(listen);
  return () => void listeners.delete(listen);
};

/** Returns the pending conflict; null if there is none. */
export const useClash = (): Clash | null => useSyncExternalStore(subscribe, () => clash);

const choose = (fields: readonly ClashingField[]): Promise<Choice> =>
  new Promise((resolve) => {
    clash?.end({ keep: 'neither' });
    const end = (choice: Choice) => {
      set(null);
      resolve(choice);
    };
    set({ fields, end });
  });

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keeps their values in fields that I did not change. */
const merged = (mine: Fields, read: Fields, theirs: Fields): Fields =>
  Object.fromEntries(
    Object.entries(mine).map(([key, value]) => [
      key,
      key in theirs && isSame(value, read[key]) ? theirs[key] : value,
    ]),
  );

type Over = {
  /** The record as the form reads it, in the body's fields, and its version. */
  readonly basis: Current;
  readonly named: Readonly<Record<string, Named>>;
  readonly within?: (record: Fields) => Fields;
};

/** The saved fields. If the response was lost, they are treated as another user's. */
type Outcome<Name extends CallName> = { readonly answer: Answer<Api[Name]> | null; readonly body: Fields };

/**
 * Saves over a record that was read before. After a concurrent change of the same fields, the user chooses
 * between both. The answer is null if theirs is kept; throws if the dialog is closed.
 */
export const saveOver = async <Name extends CallName>(
  name: Name,
  input: CallInput<Name> & { body: Fields },
  { basis, named, within = (record) => record }: Over,
): Promise<Outcome<Name>> => {
  let body: Fields = input.body;
  let { version } = basis;
  for (;;) {
    try {
      const sent = { ...input, body, ifMatch: version };
      // oxlint-disable-next-line no-await-in-loop -- each try answers to what the one before it was told
      return { answer: await call(name, ...([sent] as never)), body };
    } catch (error) {
      if (!(error instanceof ApiError) || error.current === undefined || listeners.size === 0) throw error;
      const theirs = within(error.current.record);
      ({ version } = error.current);
      const touched = Object.keys(body).some(
        (key) => key in theirs && !isSame(theirs[key], basis.record[key]),
      );
      // Only other fields have changed.
      if (!touched) continue;
      body = merged(body, basis.record, theirs);
      const fields = Object.entries(named)
        // Optional fields are sent if they were changed.
        .filter(([key]) => key in body)
        .map(([key, field]) => ({ ...field, key, mine: body[key], theirs: theirs[key] }))
        .filter(({ mine, theirs: other }) => !isSame(mine, other));
      if (fields.length === 0) continue;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const choice = await choose(fields);
      if (choice.keep === 'theirs') return { answer: null, body: theirs };
      if (choice.keep === 'neither') throw error;
      body = { ...body, ...choice.edited };
    }
  }
};
