// @vitest-environment happy-dom
import type { BookingView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { i18n, show } from '../../testing/render.tsx';
import { useSecondVisit } from './use-second-visit.ts';

const booking = {
  id: 'one',
  status: 'confirmed',
  date: '2026-11-24T10:00:00+01:00',
  ending_date: '2026-11-24T10:30:00+01:00',
  patient_id: 'andrea',
  patient_name: 'Andrea Santoro',
  patient_email: 'andrea@example.com',
  patient_phone: '',
  doctor_name: 'Luca Riva',
} as BookingView;

vi.mock('./calendar.api.ts', () => ({ useCalendar: () => ({ data: { bookings: [booking] } }) }));

const visitor = { id: 'andrea', name: 'Andrea Santoro', email: 'andrea@example.com', prefix: '', phone: '' };

const Remark = ({ time, except }: { time: string; except?: string }) => {
  const at = { day: '2026-11-24', time, minutes: 30, timezone: 'Europe/Rome', ...(except && { except }) };
  return <p role="status">{useSecondVisit({ id: 'sara' } as Pro, visitor, at)}</p>;
};

const saidAt = (time: string, except?: string): string => {
  const { unmount } = show(<Remark time={time} {...(except && { except })} />);
  const text = screen.getByRole('status').textContent ?? '';
  unmount();
  return text;
};

it('a second visit of the same patient that overlaps or touches is named with its time and professional', () => {
  const sentence = i18n.t(($) => $.remarks.second, {
    ns: 'appointment',
    patient: 'Andrea Santoro',
    time: '10:00–10:30',
    professional: 'Luca Riva',
  });
  expect(sentence).toContain('10:00–10:30');
  for (const time of ['09:30', '10:15', '10:30']) expect(saidAt(time), time).toBe(sentence);
  expect(saidAt('11:00')).toBe('');
  expect(saidAt('10:00', 'one'), 'the edited visit itself').toBe('');
});
