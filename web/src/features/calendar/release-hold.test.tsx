// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ReleaseHold } from './release-hold.tsx';

const { call, dropBooking } = vi.hoisted(() => ({ call: vi.fn(), dropBooking: vi.fn() }));
vi.mock('../../lib/client.ts', () => ({ call }));
vi.mock('../../lib/data/calendar.api.ts', () => ({ dropBooking }));

it('gives a held time back once that is confirmed, and draws nothing under its button', async () => {
  const drawn = vi.fn();
  show(
    <div onPointerDown={drawn} onClick={drawn}>
      <ReleaseHold entry={{ id: 'b1', detail: '14:05' }} />
    </div>,
  );
  const button = screen.getByRole('button', { name: 'Libera l’orario in attesa fino alle 14:05' });
  fireEvent.pointerDown(button);
  fireEvent.click(button);
  expect(drawn).not.toHaveBeenCalled();
  expect(call).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Libera' })));
  expect(call).toHaveBeenCalledWith('deleteBooking', { params: { id: 'b1' } });
  expect(dropBooking).toHaveBeenCalledWith('b1');
  expect(screen.getByRole('status')).toBeTruthy();
});
