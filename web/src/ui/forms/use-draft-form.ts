import { useForm } from '@mantine/form';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { draftOf, keepDraft } from '../../lib/state/drafts.ts';
import { holdTyped } from '../../lib/state/typing.ts';
import { draftsOfAtom } from '../../lib/state/drafts.atoms.ts';

/** What a panel keeps of its form while it is closed. */
export type Draft = {
  /** Whether the form began with what was typed before. */
  kept: boolean;
  /** Forgets it, once it was sent. */
  clear: () => void;
  /** Begins anew. */
  discard: () => void;
};

/** Holds the version that a form began with: kept with what was typed, and nothing typed itself. */
const basis = 'basis';

/** Returns the fields that differ from what the form began with, and its basis; null where nothing was typed. */
const typedIn = (values: Record<string, unknown>, first: Record<string, unknown>) => {
  const differs = (key: string) => JSON.stringify(values[key]) !== JSON.stringify(first[key]);
  const typed = Object.keys(values).filter((key) => key !== basis && differs(key));
  if (typed.length === 0) return null;
  return Object.fromEntries(Object.entries(values).filter(([key]) => key === basis || typed.includes(key)));
};

/**
 * A form that loses nothing typed where its panel is closed or the page is left. The name tells the form and what its
 * panel was opened with, such as a record or a time: the next one of that name goes on with what was typed.
 */
export const useDraftForm = <Values extends Record<string, unknown>>(
  name: string | null,
  initialValues: Values,
) => {
  const proId = useAtomValue(draftsOfAtom);
  const [first] = useState(initialValues);
  const [found] = useState(() => (name === null ? undefined : (draftOf(proId, name) as Partial<Values>)));
  const [kept, setKept] = useState(found !== undefined);
  const form = useForm<Values>({ initialValues: { ...first, ...found } });
  const { values } = form;
  const isTyped = typedIn(values, first) !== null;
  useEffect(() => {
    if (name !== null) keepDraft(proId, name, typedIn(values, first));
  }, [proId, name, values, first]);
  useEffect(() => (isTyped ? holdTyped() : undefined), [isTyped]);
  const clear = () => {
    if (name !== null) keepDraft(proId, name, null);
  };
  const discard = () => {
    clear();
    setKept(false);
    form.setValues(first);
  };
  return { form, draft: { kept, clear, discard } satisfies Draft };
};
