import { useForm } from '@mantine/form';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { holdTyped } from '../lib/typing.ts';
import { draftsAtom } from '../lib/state/drafts.atoms.ts';

/** What a panel keeps of its form while it is closed. */
export type Draft = {
  /** Whether the form began with what was typed before. */
  kept: boolean;
  /** Forgets it, once it was sent. */
  clear: () => void;
  /** Begins anew. */
  discard: () => void;
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * A form that loses nothing typed where its panel is closed by Escape, beside it or by its cross: the next one of that
 * name goes on with it. What the panel is opened with by a deed of its own, such as a time that was clicked, counts more.
 */
export const useDraftForm = <Values extends Record<string, unknown>>(
  name: string | null,
  initialValues: Values,
  given: Partial<Values> = {},
) => {
  const drafts = useAtomValue(draftsAtom);
  const [first] = useState(() => ({ ...initialValues, ...given }));
  const [found] = useState(() => (name === null ? undefined : (drafts.get(name) as Values | undefined)));
  const [kept, setKept] = useState(found !== undefined);
  const form = useForm<Values>({ initialValues: { ...first, ...found, ...(found ? given : {}) } });
  const { values } = form;
  useEffect(() => {
    if (name === null) return;
    if (isSame(values, first)) drafts.delete(name);
    else drafts.set(name, values);
  }, [drafts, name, values, first]);
  const typed = !isSame(values, first);
  useEffect(() => (typed ? holdTyped() : undefined), [typed]);
  const clear = () => {
    if (name !== null) drafts.delete(name);
  };
  const discard = () => {
    clear();
    setKept(false);
    form.setValues(first);
  };
  return { form, draft: { kept, clear, discard } satisfies Draft };
};
