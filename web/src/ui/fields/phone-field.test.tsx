// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { PhoneField } from './phone-field.tsx';

const Screen = ({ prefix = '+34', phone = '' }: { prefix?: string; phone?: string }) => {
  const [value, setValue] = useState({ prefix, phone });
  const [without, setWithout] = useState(false);
  return (
    <>
      <PhoneField {...value} onChange={setValue} without={without} onWithout={setWithout} />
      <output>{`${value.prefix} ${value.phone}`}</output>
    </>
  );
};

const field = () => screen.getByLabelText<HTMLInputElement>('Telefono');
const select = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Prefisso' });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const read = () => screen.getByRole('status').textContent;

it.each([
  ['+39 333 123 4567', '+39 3331234567', '3331234567'],
  ['00393331234567', '+39 3331234567', '3331234567'],
  ['+44 (0)7911 123456', '+44 7911123456', '7911123456'],
])('selects the prefix of %s, and keeps the number after it', (typed, meant, shown) => {
  show(<Screen />);
  type(typed);
  expect(read()).toBe(meant);
  expect(field().value).toBe(typed);
  fireEvent.blur(field());
  expect(field().value).toBe(shown);
  expect(select().value).toContain(meant.split(' ')[0]);
  expect(field().checkValidity()).toBe(true);
});

it('removes the zero that is only dialled inside the country', () => {
  show(<Screen prefix="+44" />);
  type('07911 123456');
  expect(read()).toBe('+44 7911123456');
});

it('shows an error beside the field for an unsupported prefix, and prevents sending', () => {
  show(<Screen prefix="+39" phone="3331234567" />);
  type('+41 79 123 45 67');
  fireEvent.blur(field());
  expect(read()).toBe('+39 ');
  expect(field().value).toBe('+41 79 123 45 67');
  expect(screen.getByText(/Questo prefisso non è nell’elenco/)).toBeTruthy();
  expect(field().checkValidity()).toBe(false);
  fireEvent.click(screen.getByLabelText('Nessun numero di telefono'));
  expect(screen.queryByText(/Questo prefisso/)).toBeNull();
  expect(field().disabled).toBe(true);
});

it('does not change an untouched stored number', () => {
  show(<Screen prefix="+39" phone="393331234567" />);
  fireEvent.focus(field());
  fireEvent.blur(field());
  expect(read()).toBe('+39 393331234567');
});
