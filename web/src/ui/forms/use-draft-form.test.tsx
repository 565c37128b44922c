// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearAllButDrafts, dropDraftsOfOthers } from '../../lib/state/drafts.ts';
import { draftsOfAtom } from '../../lib/state/drafts.atoms.ts';
import { isTyping } from '../../lib/state/typing.ts';
import { useDraftForm } from './use-draft-form.ts';

const record = (name: string, version = '1') => ({
  name,
  note: '',
  basis: { version, record: { name, note: '' } },
});

/** Opens a form as after a page load: only the tab's storage is left. */
const open = (name = 'a record', initial = record('Ada'), proId = 'one') => {
  const store = createStore();
  store.set(draftsOfAtom, proId);
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(() => useDraftForm(name, initial), { wrapper });
};

const type = (opened: ReturnType<typeof open>, values: Partial<ReturnType<typeof record>>) => {
  act(() => opened.result.current.form.setValues(values));
  opened.unmount();
};

const shown = (opened: ReturnType<typeof open>) => {
  const { form, draft } = opened.result.current;
  const { values } = form;
  opened.unmount();
  return { ...values, kept: draft.kept };
};

const stored = () => sessionStorage.getItem('visita.drafts') ?? '';

beforeEach(() => sessionStorage.clear());
afterEach(() => expect(isTyping()).toBe(false));

it('continues after a reload with the draft and its version', () => {
  type(open(), { note: 'asthma' });
  expect(shown(open('a record', record('Ada Neri', '2')))).toEqual({
    name: 'Ada Neri',
    note: 'asthma',
    basis: record('Ada').basis,
    kept: true,
  });
});

it('is empty if its panel is opened with something else', () => {
  type(open('new booking 2027-01-04 09:00'), { note: 'asthma' });
  expect(shown(open('new booking 2027-01-04 10:00'))).toMatchObject({ note: '', kept: false });
  expect(shown(open('new booking 2027-01-04 09:00'))).toMatchObject({ note: 'asthma', kept: true });
});

it('stores only changed fields', () => {
  type(open(), { note: 'asthma' });
  const { forms } = JSON.parse(stored());
  expect(forms).toEqual({ 'a record': { note: 'asthma', basis: record('Ada').basis } });
  type(open(), { note: '' });
  expect(JSON.parse(stored()).forms).toEqual({});
});

it('keeps no invalid amount', () => {
  type(open(), { note: Number.NaN as unknown as string, name: 'Adele' });
  expect(shown(open())).toMatchObject({ note: '', name: 'Adele' });
});

it('forgets sent and discarded drafts', () => {
  type(open(), { note: 'asthma' });
  const again = open();
  act(() => again.result.current.draft.discard());
  expect(shown(again)).toMatchObject({ note: '', kept: false });
  type(open(), { note: 'asthma' });
  const sent = open();
  act(() => sent.result.current.draft.clear());
  sent.unmount();
  expect(stored()).not.toContain('asthma');
});

it('shows an account’s drafts to no other, and removes them when another logs in', () => {
  type(open(), { note: 'asthma' });
  expect(shown(open('a record', record('Ada'), 'other'))).toMatchObject({ note: '', kept: false });
  sessionStorage.setItem('a position', '7');
  clearAllButDrafts();
  expect([sessionStorage.length, stored()]).toEqual([1, expect.stringContaining('asthma')]);
  dropDraftsOfOthers('one');
  expect(stored()).toContain('asthma');
  dropDraftsOfOthers('other');
  expect(stored()).toBe('');
});
