// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { deferred } from '../../lib/compat/deferred.ts';

const ask = (act: () => Promise<unknown>) => {
  show(
    <ConfirmAction
      trigger={(open) => <button onClick={open}>delete</button>}
      title="Delete it?"
      text="It will be gone."
      confirm="yes"
      act={act}
      failed="bookingDeletionFailed"
      done="bookingDeleted"
    />,
  );
  fireEvent.click(screen.getByText('delete'));
};
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

it('does nothing before it is confirmed', async () => {
  const deed = vi.fn(() => Promise.resolve());
  ask(deed);
  expect(screen.getByText('It will be gone.')).toBeTruthy();
  await press('Annulla');
  expect(screen.queryByText('It will be gone.')).toBeNull();
  expect(deed).not.toHaveBeenCalled();
});

it('acts once confirmed, reports success, and closes', async () => {
  const deed = vi.fn(() => Promise.resolve());
  ask(deed);
  await press('yes');
  expect(deed).toHaveBeenCalledOnce();
  expect(screen.getByRole('status')).toBeTruthy();
  expect(screen.queryByText('It will be gone.')).toBeNull();
});

it('cannot be cancelled while it acts, and reports a failure', async () => {
  const deed = deferred<void>();
  ask(() => deed.promise);
  await press('yes');
  await press('Annulla');
  expect(screen.getByText('It will be gone.')).toBeTruthy();
  await act(async () => deed.reject(new Error('no')));
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(screen.queryByText('It will be gone.')).toBeNull();
});
