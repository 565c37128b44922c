// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import type { Managed } from './data.ts';
import { ManageScreen } from './manage.screen.tsx';
import { useManaged } from './use-managed.ts';

vi.mock('./use-managed.ts', () => ({ useManaged: vi.fn() }));
vi.mock('./move-picker.tsx', () => ({ MovePicker: () => null }));

const open = (notice_hours: number, can_move: boolean) => {
  const data = {
    status: 'confirmed',
    date: '2027-03-19T10:00:00+01:00',
    ending_date: '2027-03-19T10:30:00+01:00',
    changeable_until: '2027-03-18T10:00:00+01:00',
    timezone: 'Europe/Rome',
    service: 'Visita',
    professional: 'Nora Berti',
    clinic_name: 'Studio Aurora',
    clinic_address: 'Via Garibaldi 12',
    clinic_phone: '',
    clinic_email: '',
    notice_hours,
    can_move,
    can_cancel: true,
  } as Managed;
  const booking = { data, error: undefined, isValidating: false };
  vi.mocked(useManaged).mockReturnValue({ booking, done: null, failure: null, sending: false } as ReturnType<
    typeof useManaged
  >);
  show(<ManageScreen token="mailed" now={() => new Date('2027-03-01')} />);
};

it.each([0, 1, 24])('does not mention moving if it is not allowed, with %i hours of notice', (hours) => {
  open(hours, false);
  expect(screen.getByText(/^Puoi annullarlo qui fino/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\bspost/i);
  expect(screen.getByRole('button', { name: 'Annulla l’appuntamento' })).toBeTruthy();
});

it.each([0, 1, 24])('offers to move the booking if it is allowed, with %i hours of notice', (hours) => {
  open(hours, true);
  expect(screen.getByText(/^Puoi spostarlo o annullarlo qui fino/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Sposta/ })).toBeTruthy();
});
