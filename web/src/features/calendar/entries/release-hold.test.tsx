// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../../testing/render.tsx';
import { ReleaseHold } from './release-hold.tsx';
import { isOnGrid } from '../grid/use-grid-gesture.ts';

const { call, dropBooking, takeBack } = vi.hoisted(() => ({
  call: vi.fn(),
  dropBooking: vi.fn(),
  takeBack: vi.fn(),
}));
vi.mock('../../../lib/api/client.ts', () => ({ call }));
vi.mock('../../../lib/data/calendar.api.ts', () => ({ dropBooking }));
vi.mock('../../../lib/data/waiting.api.ts', () => ({ takeBack }));

it('releases a held time after a confirmation, and is no press on the grid', async () => {
  const presses: boolean[] = [];
  show(
    <div className="time-scroller" tabIndex={-1} onClick={(event) => presses.push(isOnGrid(event))}>
      <ReleaseHold entry={{ id: 'b1', start: '2027-03-19T10:30', detail: '14:05' }} />
    </div>,
  );
  const button = screen.getByRole('button', { name: 'Libera le 10:30, in attesa fino alle 14:05' });
  fireEvent.click(button);
  expect(call).not.toHaveBeenCalled();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Libera' })));
  expect(call).toHaveBeenCalledWith('deleteBooking', { params: { id: 'b1' } });
  expect(dropBooking).toHaveBeenCalledWith('b1');
  expect(presses, 'of the button, and of the one in the dialog').toEqual([false, false]);
  expect(screen.getByRole('status')).toBeTruthy();
});

it('takes an offered time back in two presses, and cancels no booking', async () => {
  call.mockClear();
  const entry = { id: 'w1.o1', start: '2027-03-19T10:30', detail: '14:05', offeredTo: 'Quinn' };
  show(<ReleaseHold entry={entry} />);
  fireEvent.click(screen.getByRole('button', { name: 'Ritira le 10:30, offerte fino alle 14:05' }));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Ritira l’offerta' })));
  expect(takeBack).toHaveBeenCalledWith('w1.o1');
  expect(call).not.toHaveBeenCalled();
});
