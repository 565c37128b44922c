// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import { answerSurvey, type Managed } from './data.ts';
import { ManageScreen } from './manage.screen.tsx';
import { useManaged } from './use-managed.ts';

vi.mock('./use-managed.ts', () => ({ useManaged: vi.fn() }));
vi.mock('./data.ts', () => ({ answerSurvey: vi.fn(async () => undefined) }));
vi.mock('./move-picker.tsx', () => ({ MovePicker: () => null }));

const open = (notice_hours: number, can_move: boolean, more: Partial<Managed> = {}) => {
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
    ...more,
  } as Managed;
  const mutate = vi.fn(async () => undefined);
  const booking = { data, error: undefined, isValidating: false, mutate };
  const managed = { booking, done: null, failure: null, sending: false };
  vi.mocked(useManaged).mockReturnValue(managed as unknown as ReturnType<typeof useManaged>);
  show(<ManageScreen token="mailed" now={() => new Date('2027-03-01')} />);
  return mutate;
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

it('shows directions and things to bring if the clinic gives them', () => {
  open(24, false, { directions: 'Citofono 2\nTerzo piano' });
  expect(screen.getByText('Come arrivare').nextSibling?.textContent).toBe('Citofono 2\nTerzo piano');
  expect(screen.queryByText('Da portare')).toBeNull();
});

it('shows the survey after the visit, says who reads it, and sends the answer', async () => {
  const reread = open(24, false, { can_cancel: false, survey: 'open' });
  expect(screen.getByText(/La legge solo Nora Berti/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('troppo tardi');
  fireEvent.click(screen.getByRole('radio', { name: '4 su 5' }));
  fireEvent.change(screen.getByLabelText('Commento (facoltativo)'), { target: { value: 'Gentile' } });
  fireEvent.click(screen.getByRole('button', { name: 'Invia' }));
  await waitFor(() => expect(reread).toHaveBeenCalledOnce());
  expect(vi.mocked(answerSurvey).mock.calls).toEqual([['mailed', { rating: 4, comment: 'Gentile' }]]);
});

it('thanks for an answer instead of asking again', () => {
  open(24, false, { can_cancel: false, survey: 'answered' });
  expect(screen.getByText('Grazie: la tua risposta è arrivata.')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});
