// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Amount } from '../../lib/text/amount.ts';
import { show } from '../../testing/render.tsx';
import { AmountField } from './amount-field.tsx';

const Screen = ({ decimals, clamped = false }: { decimals: 0 | 2; clamped?: boolean }) => {
  const [amount, setAmount] = useState<Amount>(50);
  return (
    <>
      <AmountField
        label="Importo"
        value={amount}
        onChange={setAmount}
        min={1}
        max={1440}
        decimals={decimals}
        clamped={clamped}
      />
      <output>{String(amount)}</output>
    </>
  );
};

const field = () => screen.getByLabelText<HTMLInputElement>('Importo');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const amount = () => screen.getByRole('status').textContent;

it.each([
  ['12.50', '12.5', '12,50'],
  ['1.250', '1250', '1250'],
  ['1.250,00', '1250', '1250'],
])('reads the price %s in Italian', (typed, meant, shown) => {
  show(<Screen decimals={2} />);
  type(typed);
  expect(amount()).toBe(meant);
  fireEvent.blur(field());
  expect(field().value).toBe(shown);
});

it('refuses an incomplete number', () => {
  show(<Screen decimals={2} />);
  type('12.');
  expect(amount()).toBe('NaN');
  expect(field().value).toBe('12.');
});

it.each(['7,5', '0', '1441', 'x'])('keeps %s as typed, and shows the valid integers', (typed) => {
  show(<Screen decimals={0} />);
  type(typed);
  fireEvent.blur(field());
  expect(amount()).toBe('NaN');
  expect(field().value).toBe(typed);
  expect(screen.getByText('Scrivi un numero intero da 1 a 1440.')).toBeTruthy();
});

it('shows the price format once the field is left', () => {
  show(<Screen decimals={2} />);
  type('1,250.00');
  expect(screen.queryByText(/Scrivi un importo/)).toBeNull();
  fireEvent.blur(field());
  expect(screen.getByText('Scrivi un importo da 1 a 1440, ad esempio 12,50.')).toBeTruthy();
});

it('steps by arrow keys', () => {
  show(<Screen decimals={0} />);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(field().value).toBe('51');
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(field().value).toBe('50');
});

it('is clamped to the nearest bound', () => {
  show(<Screen decimals={0} clamped />);
  type('1441');
  fireEvent.blur(field());
  expect(field().value).toBe('1440');
  type('7,5');
  fireEvent.blur(field());
  expect(field().value).toBe('7,5');
});
