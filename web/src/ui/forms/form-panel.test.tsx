// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
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
