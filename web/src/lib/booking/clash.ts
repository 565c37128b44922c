import type { Answer, Api, CallName } from '@visita/contracts/api/table';
import type { Current } from '@visita/contracts/problem';
import { useSyncExternalStore } from 'react';
import { ApiError, type CallInput } from '../api/api.ts';
import { call } from '../api/client.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How a field of a record is shown where two people changed it. */
export type Named = { readonly label: string; readonly show?: (value: unknown) => string };

/** A field that is to be saved as `mine`, and was saved as `theirs` meanwhile. */
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

/** What has to be chosen between; null while there is nothing. */
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

/** What I leave as I read it stays as it is by now. */
const merged = (mine: Fields, read: Fields, theirs: Fields): Fields =>
  Object.fromEntries(
    Object.entries(mine).map(([key, value]) => [
      key,
      key in theirs && isSame(value, read[key]) ? theirs[key] : value,
    ]),
  );

type Over = {
  /** The record as the form began with it, in the fields of the body, and its version. */
  readonly basis: Current;
  /** The fields that can be chosen between. */
  readonly named: Readonly<Record<string, Named>>;
  /** The record in the fields of the body, where the server's has others. */
  readonly within?: (record: Fields) => Fields;
};

/** What is there by now, in the fields of the body; without an answer it is what somebody else saved. */
type Outcome<Name extends CallName> = { readonly answer: Answer<Api[Name]> | null; readonly body: Fields };

/**
 * Saves over a record that was read before. Where somebody else changed what is replaced, both are shown to choose
 * between. There is no answer where theirs was kept and nothing saved; it throws where neither was chosen.
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
      // Something else of the record has changed.
      if (!touched) continue;
      body = merged(body, basis.record, theirs);
      const fields = Object.entries(named)
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
