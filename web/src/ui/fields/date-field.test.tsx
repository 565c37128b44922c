// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { DateField } from './date-field.tsx';

const Screen = ({ last }: { last?: string }) => {
  const [day, setDay] = useState<string | null>('2026-12-01');
  return (
    <form>
      <DateField
        label="Giorno"
        placeholder=""
        value={day}
        onChange={setDay}
        {...(last === undefined ? {} : { last })}
      />
      <output>{day ?? 'none'}</output>
      <button type="button" onClick={() => setDay('2027-03-04')}>
        choose
      </button>
    </form>
  );
};

const field = () => screen.getByLabelText<HTMLInputElement>('Giorno');
const type = (text: string) => {
  fireEvent.focus(field());
  fireEvent.change(field(), { target: { value: text } });
};
const leave = () => fireEvent.blur(field());
const day = () => screen.getByRole('status').textContent;

it.each([
  ['5/1/2027', '2027-01-05', '05/01/2027'],
  ['13/4/2027', '2027-04-13', '13/04/2027'],
  ['13-4-2027', '2027-04-13', '13/04/2027'],
  ['13.4.2027', '2027-04-13', '13/04/2027'],
  ['13/04/27', '2027-04-13', '13/04/2027'],
  ['3/2/20', '2020-02-03', '03/02/2020'],
])('reads %s as the intended day', (typed, meant, shown) => {
  show(<Screen />);
  type(typed);
  leave();
  expect(day()).toBe(meant);
  expect(field().value).toBe(shown);
  expect(field().checkValidity()).toBe(true);
});

it('keeps an invalid date, shows the format, and prevents sending', () => {
  show(<Screen />);
  type('31/02/2027');
  expect(day()).toBe('none');
  expect(field()).not.toHaveProperty('ariaInvalid', 'true');
  leave();
  expect(field().value).toBe('31/02/2027');
  expect(screen.getByText(/giorno, mese e anno/)).toBeTruthy();
  expect(field().checkValidity()).toBe(false);
});

it('shows the error on Enter', () => {
  show(<Screen />);
  type('soon');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(screen.getByText(/giorno, mese e anno/)).toBeTruthy();
});

it('continues with a day chosen in another way', () => {
  show(<Screen />);
  type('soon');
  leave();
  fireEvent.click(screen.getByText('choose'));
  expect(field().value).toBe('04/03/2027');
  expect(field().checkValidity()).toBe(true);
});

it('shows the last valid date', () => {
  show(<Screen last="2026-11-27" />);
  type('28/11/2026');
  leave();
  expect(field().value).toBe('28/11/2026');
  expect(day()).toBe('none');
  expect(screen.getByText(/fino al 27\/11\/2026/)).toBeTruthy();
});

it('is empty once cleared', () => {
  show(<Screen />);
  type('');
  leave();
  expect(day()).toBe('none');
  expect(field().value).toBe('');
  expect(field().checkValidity()).toBe(true);
});
