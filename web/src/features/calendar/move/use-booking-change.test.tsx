// @vitest-environment happy-dom
import type { BookingView } from '@visita/contracts/booking/views';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { call } from '../../../lib/api/client.ts';
import { i18n, show } from '../../../testing/render.tsx';
import { ConfirmChange } from './confirm-change.tsx';
import { useBookingChange } from './use-booking-change.ts';

vi.mock('../../../lib/api/client.ts', () => ({ call: vi.fn(() => Promise.resolve({ data: { id: 'b' } })) }));
vi.mock('../../../lib/session/use-pro.ts', () => ({ usePro: () => ({ id: 'anna' }) }));
vi.mock('../../../lib/data/clinic.api.ts', () => ({ useClinics: () => ({ data: [] }) }));
vi.mock('../../../lib/data/calendar.api.ts', () => ({ putBooking: () => Promise.resolve() }));

const booking = {
  id: 'b',
  date: '2026-11-23T10:00:00+01:00',
  hub_service_id: 's',
  status: 'confirmed',
} as BookingView;

const Move = ({ of }: { of: BookingView }) => {
  const { save } = useBookingChange();
  return (
    <button onClick={() => void save(of, { date: '2026-11-24T11:00', hub_service_id: 's' })}>move</button>
  );
};

const undo = () => screen.queryByRole('button', { name: i18n.t(($) => $.actions.undo, { ns: 'common' }) });

it('can move a booking back', async () => {
  show(<Move of={booking} />);
  await act(async () => fireEvent.click(screen.getByText('move')));
  await screen.findByRole('status');
  const button = undo();
  if (!button) throw new Error('there is no way back');
  await act(async () => fireEvent.click(button));
  const bodies = vi.mocked(call).mock.calls.map(([name, input]) => [name, (input as { body: unknown }).body]);
  expect(bodies).toEqual([
    ['editBooking', { date: '2026-11-24T11:00', hub_service_id: 's' }],
    ['editBooking', { date: '2026-11-23T10:00', hub_service_id: 's' }],
  ]);
});

it('offers no undo to a professional who is gone', async () => {
  show(<Move of={{ ...booking, status: 'orfan' }} />);
  await act(async () => fireEvent.click(screen.getByText('move')));
  await screen.findByRole('status');
  expect(undo()).toBeNull();
});

it('announces a mail only if there is an address', async () => {
  const texts = { ns: 'calendar' } as const;
  const confirm = (of: BookingView) =>
    show(
      <ConfirmChange booking={of} date={of.date} onCancel={() => undefined} onConfirm={() => undefined} />,
    );
  const unmailed = { ...booking, patient_email: '' };
  confirm(unmailed);
  await screen.findByText(i18n.t(($) => $.edit.unmailed, texts));
  expect(screen.queryByText(i18n.t(($) => $.edit.mailed, texts))).toBeNull();
  cleanup();
  show(<Move of={unmailed} />);
  await act(async () => fireEvent.click(screen.getByText('move')));
  await screen.findByText(i18n.t(($) => $.edit.doneUnmailed, texts));
  cleanup();
  confirm({ ...booking, patient_email: 'dora@example.com' });
  await screen.findByText(i18n.t(($) => $.edit.mailed, texts));
});
