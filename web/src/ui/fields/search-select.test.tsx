// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { SearchSelect } from './search-select.tsx';

const data = [
  { value: '+36', label: '+36 Hungary' },
  { value: '+39', label: '+39 Italy' },
  { value: '+44', label: '+44 United Kingdom' },
];

const Screen = () => {
  const [value, setValue] = useState<string | null>('+44');
  return (
    <>
      <SearchSelect label="Prefix" data={data} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
};

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Prefix' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const enter = () => fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getByRole('status').textContent;

it('searches for text typed into the selected name, at any caret position', async () => {
  show(<Screen />);
  act(() => field().focus());
  type('+44 Unitedital Kingdom');
  expect(field().value).toBe('ital');
  await waitFor(() => expect(options()).toEqual(['+39 Italy']));
});

it('selects the first result on Enter, with names that start with the text first', async () => {
  show(<Screen />);
  act(() => field().focus());
  type('un');
  await waitFor(() => expect(options()).toEqual(['+44 United Kingdom', '+36 Hungary']));
  type('hun');
  await waitFor(() => expect(options()).toEqual(['+36 Hungary']));
  enter();
  expect(chosen()).toBe('+36');
  expect(field().value).toBe('+36 Hungary');
});

it('keeps the selection if nothing is picked', () => {
  show(<Screen />);
  act(() => field().focus());
  type('ital');
  act(() => field().blur());
  expect(chosen()).toBe('+44');
  expect(field().value).toBe('+44 United Kingdom');
});
