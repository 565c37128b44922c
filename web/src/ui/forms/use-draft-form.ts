import { useForm } from '@mantine/form';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../lib/api/refused-fields.ts';
import { draftOf, keepDraft } from '../../lib/state/drafts.ts';
import { holdTyped } from '../../lib/state/typing.ts';
import { draftsOfAtom } from '../../lib/state/drafts.atoms.ts';

/** Draft that a panel keeps while closed. */
export type Draft = {
  /** True if the form continues a draft. */
  kept: boolean;
  clear: () => void;
  discard: () => void;
  /** Marks the fields that the server refused, until the form changes. */
  mark: (error: unknown) => void;
};

/** Key of the version that a form is based on, which is kept with its draft. */
const basis = 'basis';

/** JSON writes NaN, which stands for invalid text, like null. */
const isSame = (one: unknown, other: unknown): boolean =>
  Number.isNaN(one) === Number.isNaN(other) && JSON.stringify(one) === JSON.stringify(other);

/** Returns the changed fields and their basis; null if there are none. */
const typedIn = (values: Record<string, unknown>, first: Record<string, unknown>) => {
  // Invalid amounts are NaN, which JSON lacks.
  const isKept = (key: string) => !Number.isNaN(values[key]) && !isSame(values[key], first[key]);
  const typed = Object.keys(values).filter((key) => key !== basis && isKept(key));
  if (typed.length === 0) return null;
  return Object.fromEntries(Object.entries(values).filter(([key]) => key === basis || typed.includes(key)));
};

/**
 * Form that keeps a draft when its panel closes or the page is left. The name identifies the form and what it
 * was opened with, such as a record or a time: the next form of that name continues the draft. Every form and
 * field of the dashboard uses this hook or `useDraft`, except passwords and codes.
 */
export const useDraftForm = <Values extends Record<string, unknown>>(name: string, initialValues: Values) => {
  const { t } = useTranslation('common');
  const proId = useAtomValue(draftsOfAtom);
  const [first] = useState(initialValues);
  const [found] = useState(() => draftOf(proId, name) as Partial<Values> | undefined);
  const [kept, setKept] = useState(found !== undefined);
  const form = useForm<Values>({ initialValues: { ...first, ...found } });
  const { values } = form;
  const isTyped = typedIn(values, first) !== null;
  useEffect(() => keepDraft(proId, name, typedIn(values, first)), [proId, name, values, first]);
  useEffect(() => (isTyped ? holdTyped() : undefined), [isTyped]);
  const clear = () => keepDraft(proId, name, null);
  const discard = () => {
    clear();
    setKept(false);
    form.setValues(first);
  };
  const mark = (error: unknown) => {
    const refused = refusedFields(error, Object.keys(first));
    form.setErrors(Object.fromEntries(refused.map((field) => [field, t(($) => $.fields.refused)])));
  };
  return { form, draft: { kept, clear, discard, mark } satisfies Draft };
};

/** A single value kept as a draft; `first` until changed. */
export const useDraft = <Value>(name: string, first: Value) => {
  const { form, draft } = useDraftForm<{ typed: Value | null }>(name, { typed: null });
  const set = (typed: Value) => form.setValues({ typed: isSame(typed, first) ? null : typed });
  return [form.values.typed ?? first, set, draft] as const;
};
