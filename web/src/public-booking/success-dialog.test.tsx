// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api/api.ts';
import { i18n, show } from '../testing/render.tsx';
import { sendBooking, type BookingRequest } from './data.ts';
import { SuccessDialog, type Booked } from './success-dialog.tsx';

vi.mock('./data.ts', () => ({ sendBooking: vi.fn() }));

const request: BookingRequest = {
  clinicId: 'c',
  serviceHubId: 's',
  date: '2027-03-19T10:00',
  contactInfo: {
    name: 'Nives',
    email: 'nives@exmaple.com',
    prefix: '+39',
    phone: '333',
    privacyPolicy: true,
  },
  proof: 'solved for the other email',
};
const answer = { id: 'one', confirmBy: '2027-03-18T10:00:00.000Z', correction: 'right' };
const booked: Booked = { answer, request, timezone: 'Europe/Rome' };
const text = (key: 'correct' | 'resend' | 'back') => i18n.t(($) => $.success[key], { ns: 'booking' });
const button = (key: 'correct' | 'resend' | 'back') =>
  screen.getByRole<HTMLButtonElement>('button', { name: text(key), hidden: true });
const field = () => screen.getByLabelText<HTMLInputElement>(i18n.t(($) => $.form.email, { ns: 'booking' }));

const onBooked = vi.fn();
const open = (given: Booked) =>
  show(<SuccessDialog booked={given} onBooked={onBooked} onClose={() => undefined} />);
beforeEach(() => {
  onBooked.mockReset();
  vi.mocked(sendBooking).mockReset();
});

it('shows the email and books the same with another one, which releases the first booking', async () => {
  open(booked);
  expect(screen.getByText('nives@exmaple.com')).toBeTruthy();
  fireEvent.click(button('correct'));
  expect(button('resend').disabled, 'nothing is corrected yet').toBe(true);
  fireEvent.change(field(), { target: { value: 'nives@example.com' } });
  const second = { ...answer, id: 'two', correction: 'another' };
  vi.mocked(sendBooking).mockResolvedValue(second);
  await act(async () => fireEvent.click(button('resend')));
  const { proof: _, ...same } = request;
  const contactInfo = { ...request.contactInfo, email: 'nives@example.com' };
  const sent = { ...same, contactInfo, correction: 'right' };
  expect(vi.mocked(sendBooking).mock.calls[0]?.[0]).toEqual(sent);
  expect(onBooked).toHaveBeenCalledWith({ answer: second, request: sent, timezone: 'Europe/Rome' });
});

it('keeps the typed email if the correction fails, and shows the reason', async () => {
  open(booked);
  fireEvent.click(button('correct'));
  fireEvent.change(field(), { target: { value: 'nives@example.com' } });
  vi.mocked(sendBooking).mockRejectedValue(new ApiError('rate-limited', '', 429));
  await act(async () => fireEvent.click(button('resend')));
  expect(screen.getByRole('alert', { hidden: true }).textContent).not.toBe('');
  expect(field().value).toBe('nives@example.com');
  fireEvent.click(button('back'));
  expect(screen.getByText('nives@exmaple.com')).toBeTruthy();
});

it('offers no correction if none is left', () => {
  const { correction: _, ...last } = answer;
  open({ ...booked, answer: last });
  expect(screen.getByText('nives@exmaple.com')).toBeTruthy();
  expect(screen.queryByRole('button', { name: text('correct'), hidden: true })).toBeNull();
});
