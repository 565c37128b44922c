// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import type { HistoryBooking } from './history.ts';
import { HistoryList } from './history-list.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn(() => Promise.reject(new Error('not asked'))) }));
vi.mock('../../lib/session/use-pro.ts', () => ({ usePro: () => ({ id: 'anna' }) }));

const texts = [
  'clinic_address',
  'clinic_city',
  'clinic_country',
  'clinic_name',
  'doctor_email',
  'doctor_name',
  'patient_email',
  'patient_name',
  'patient_prefix',
  'patient_phone',
  'specialization_it',
];
const booking = (service: string, changes: Partial<HistoryBooking>) =>
  ({
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    id: service,
    service,
    date: '2099-01-02T09:00:00+01:00',
    timezone: 'Europe/Rome',
    status: 'confirmed',
    attendance: 'expected',
    ...changes,
  }) as HistoryBooking;
const bookings = [
  booking('Controllo', {}),
  booking('Igiene', { status: 'cancelled' }),
  booking('Prima visita', { date: '2020-01-02T09:00:00+01:00' }),
];
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

it('shows a cancelled visit in the history, with its state, and finds it by the state', () => {
  show(
    <MemoryRouter>
      <HistoryList bookings={bookings} answers={[]} />
    </MemoryRouter>,
  );
  expect(headings()).toEqual(['Prossime visite', 'Controllo', 'Storico', 'Igiene', 'Prima visita']);
  const cancelled = screen.getByText('Annullata').closest('li');
  expect(cancelled?.textContent).toContain('Igiene');
  fireEvent.change(screen.getByLabelText('Filtra lo storico'), { target: { value: 'annullata' } });
  expect(headings()).toEqual(['Storico', 'Igiene']);
});
