// @vitest-environment happy-dom
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { act, fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { NewBookingPanel } from './new-booking.panel.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const pro = { id: '018f2f6e-7b1a-4c3d-9e5f-2a6b8c0d1e2f', options: {} } as Pro;
const service = { id: `${pro.id}.abc`, activated: true, serviceName: 'Visita', duration: 30, price: 80 };
const person = { name: 'Anna', lastname: 'Riva' };
const hub = { id: 'h', proId: pro.id, status: 'active', role: 'owner', services: [service], pro: person };
const clinic = {
  id: 'c',
  name: 'Studio Roma',
  status: 'active',
  owner_id: pro.id,
  country: 'IT',
  timezone: 'Europe/Rome',
  hubs: [{ ...hub, availabilities: [], day_hours: [] }],
} as unknown as ClinicView;

const refused = new ApiError('malformed-request', 'Check the listed fields.', 400, {
  issues: [{ path: 'patient.email', message: 'Invalid email address' }],
});

const text = (key: 'newEmail' | 'add' | 'name' | 'invalidEmail') =>
  i18n.t(($) => $.patient[key], { ns: 'appointment' });
const button = (name: string) => screen.getByRole('button', { name });
const email = () => screen.getByLabelText<HTMLInputElement>(text('newEmail'));
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = () => button(i18n.t(($) => $.save, { ns: 'appointment' }));
const book = () => act(async () => fireEvent.click(save()));
const placed = () => vi.mocked(call).mock.calls.filter(([name]) => name === 'placeBooking').length;

const open = () => {
  vi.mocked(call).mockImplementation((async (name: string) => {
    if (name === 'placeBooking') throw refused;
    const answers: Readonly<Record<string, unknown>> = {
      getProClinics: [clinic],
      getProCalendar: { bookings: [], blocks: [], held: [] },
    };
    return { data: answers[name] ?? [], patients: [] };
  }) as never);
  show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <NewBookingPanel pro={pro} start={{ day: '2027-01-05', time: '10:00' }} onClose={() => undefined} />
      </MemoryRouter>
    </SWRConfig>,
  );
};

beforeEach(() => sessionStorage.clear());

it('keeps the name and phone of a new patient whose email is changed', async () => {
  open();
  const phone = () =>
    screen.getByLabelText<HTMLInputElement>(i18n.t(($) => $.fields.phone, { ns: 'common' }));
  const name = () => screen.getByLabelText<HTMLInputElement>(text('name'));
  write(email(), 'mario@example.com');
  fireEvent.click(button(text('add')));
  write(name(), 'Mario Rossi');
  write(phone(), '3331234567');
  fireEvent.click(button(i18n.t(($) => $.patient.change, { ns: 'appointment' })));
  expect(email().value).toBe('mario@example.com');
  write(email(), 'maria@example.com');
  fireEvent.click(button(text('add')));
  expect([name().value, phone().value]).toEqual(['Mario Rossi', '3331234567']);
  screen.getByRole('group', { name: 'Mario Rossi · maria@example.com · +39\u00a03331234567' });
});

it('marks the email refused by the server until it is corrected in place', async () => {
  open();
  write(email(), 'foo@bar');
  fireEvent.click(button(text('add')));
  write(screen.getByLabelText(text('name')), 'Mario Rossi');
  write(screen.getByLabelText('Telefono'), '3331234567');
  expect(screen.queryByLabelText(text('newEmail'))).toBeNull();
  await vi.waitFor(() => expect(save()).toHaveProperty('disabled', false), { timeout: 10_000 });
  await book();
  expect(placed()).toBe(1);
  expect(email().value).toBe('foo@bar');
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(text('invalidEmail'))).toBeTruthy();
  write(email(), 'foo@bar.example');
  expect(screen.queryByText(text('invalidEmail'))).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(text('name')).value).toBe('Mario Rossi');
});
