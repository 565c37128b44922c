// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { TakenError } from '../../lib/booking/taken-error.ts';
import { show } from '../../testing/render.tsx';
import { FormPanel } from './form-panel.tsx';
import { deferred } from '../../lib/compat/deferred.ts';

type Send = () => Promise<'stay' | void>;

const open = (send: Send | null, result: ReactNode = false) => {
  const onClose = vi.fn();
  show(
    <FormPanel
      title="A clinic"
      submit="Save"
      send={send}
      failed="clinicUpdateFailed"
      done="clinicUpdated"
      onClose={onClose}
      result={result}
    >
      <input aria-label="name" />
    </FormPanel>,
  );
  return onClose;
};

const clashes = ['Ada', 'Bice', 'Carla', 'Dora', 'Elsa', 'Fina'].map((name, nth) => {
  const at = (half: number) => `${12 + Math.floor(half / 2)}:${half % 2 === 0 ? '00' : '30'}`;
  return { kind: 'booking' as const, name, time: `${at(nth)}–${at(nth + 1)}`, town: null };
});

afterEach(() => void vi.useRealTimers());

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const press = () => act(async () => fireEvent.click(save()));

it('sends the form once, reports success, and closes', async () => {
  const done = deferred<void>();
  const send = vi.fn(() => done.promise);
  const onClose = open(send);
  await press();
  expect(save().disabled, 'while it is sent').toBe(true);
  await act(async () => done.resolve());
  await screen.findByText('Studio aggiornato', { exact: false });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledOnce();
});

it('stays open and reports a failure', async () => {
  const onClose = open(() => Promise.reject(new Error('no')));
  await press();
  await screen.findByRole('alert');
  expect(save().disabled).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});

it('shows the failure beside the form for the message’s seconds, longer while hovered', async () => {
  vi.useFakeTimers();
  open(() => Promise.reject(new Error('no')));
  const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  await press();
  fireEvent.pointerEnter(screen.getByRole('note'));
  await wait(8);
  fireEvent.pointerLeave(screen.getByRole('note'));
  await wait(6.9);
  expect(screen.getByRole('note')).toBeTruthy();
  await wait(0.2);
  expect(screen.queryByRole('note')).toBeNull();
  await press();
  expect(screen.getByRole('note')).toBeTruthy();
});

it('stays open if sending says so', async () => {
  const onClose = open(() => Promise.resolve('stay' as const));
  await press();
  await screen.findByRole('status');
  expect(screen.getByLabelText('name')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it('sends nothing while incomplete', () => {
  open(null);
  expect(save().disabled).toBe(true);
});

it('shows its result in place of the form', () => {
  open(null, 'three bookings');
  expect(screen.getByText('three bookings')).toBeTruthy();
  expect(screen.queryByLabelText('name')).toBeNull();
});

it('keeps the failure until the given values change', async () => {
  vi.useFakeTimers();
  const taken = new TakenError(new ApiError('slot-taken', 'Taken.', 409), clashes);
  const Form = () => {
    const [note, setNote] = useState('');
    return (
      <FormPanel
        title="A block"
        submit="Save"
        send={() => Promise.reject(taken)}
        failed="blockFailed"
        values={{ note }}
        onClose={vi.fn()}
      >
        <input aria-label="note" value={note} onChange={({ target }) => setNote(target.value)} />
      </FormPanel>
    );
  };
  show(<Form />);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  const said = '12:00–12:30: c’è già Ada. 12:30–13:00: c’è già Bice. 13:00–13:30: c’è già Carla. ';
  expect(screen.getByRole('note').textContent).toBe(`${said}13:30–14:00: c’è già Dora. E altri 2 impegni.`);
  fireEvent.change(screen.getByLabelText('note'), { target: { value: 'x' } });
  expect(screen.queryByRole('note')).toBeNull();
});
