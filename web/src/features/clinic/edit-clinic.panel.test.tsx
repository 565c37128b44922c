// @vitest-environment happy-dom
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { EditClinicPanel } from './edit-clinic.panel.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../lib/session/use-pro.ts', () => ({ usePro: () => ({ id: 'pro' }) }));

const clinic = {
  id: '018f2f6e-7b1a-4c3d-9e5f-2a6b8c0d1e2f',
  name: 'Studio',
  country: 'ES',
  province_id: 'ES-M',
  city: 'Madrid',
  address: 'Calle Mayor 1',
  postal_code: '28013',
  phone: '',
  email: '',
  directions: '',
  version: 'v1',
} as ClinicView;
const provinces = [
  { id: 'ES-M', name: 'Madrid', country: 'ES' },
  { id: 'ES-B', name: 'Barcelona', country: 'ES' },
  { id: 'ES-TF', name: 'Santa Cruz de Tenerife', country: 'ES' },
];
const visit = (id: string, patient_name: string, date: string) =>
  ({ id, patient_name, date, hub_service_id: `${clinic.id}.s` }) as BookingView;
const visits = [
  visit('a', 'Dora Neri', '2027-01-05T10:00:00+01:00'),
  visit('b', 'Elio Gallo', '2027-01-05T10:30:00+01:00'),
];

/** Mocks the server; `taken` tells which visits cannot move yet. */
const serve = (taken: (id: string) => boolean) =>
  vi.mocked(call).mockImplementation((async (
    name: string,
    input: { params?: { id: string }; query?: object },
  ) => {
    if (name === 'getProvinces') return { data: provinces };
    if (name === 'getAffected')
      return { data: Object.values(input.query ?? {}).includes('ES-TF') ? visits : [] };
    if (name === 'editBooking' && taken(input.params!.id))
      throw new ApiError('professional-busy', 'Occupato', 409);
    return { data: null };
  }) as never);
const moved = () =>
  vi
    .mocked(call)
    .mock.calls.flatMap(([name, input]) =>
      name === 'editBooking' ? [input as { params: { id: string } }] : [],
    );

const text = (key: 'save' | 'move') =>
  i18n.t(($) => (key === 'save' ? $.edit.save : $.otherZone.move), { ns: 'clinic' });
const choose = async (province: string) => {
  fireEvent.click(
    await screen.findByRole('combobox', { name: i18n.t(($) => $.details.province, { ns: 'clinic' }) }),
  );
  fireEvent.click(await screen.findByRole('option', { name: province }));
};
const save = async () => {
  const button = screen.getByRole('button', { name: text('save') });
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false), slowRender);
  fireEvent.click(button);
  await vi.waitFor(() => expect(vi.mocked(call).mock.calls.map(([name]) => name)).toContain('updateClinic'));
};

/** The first render is slow on a busy machine. */
const slowRender = { timeout: 10_000 };
const closed = vi.fn();
beforeEach(() => {
  vi.mocked(call).mockReset();
  closed.mockReset();
  localStorage.clear();
});
const open = () =>
  show(
    <MemoryRouter>
      <EditClinicPanel clinic={clinic} onClose={closed} />
    </MemoryRouter>,
  );

it('shows the visits of a clinic that moves to another zone before it saves, and keeps them by default', async () => {
  serve(() => false);
  open();
  await choose('Santa Cruz de Tenerife');
  await screen.findByText('Dora Neri');
  screen.getByText('Elio Gallo');
  expect(screen.getByLabelText(text('move'))).toHaveProperty('checked', false);
  await save();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), slowRender);
  expect(moved()).toEqual([]);
});

it('shows nothing if the visits keep their hour', async () => {
  serve(() => false);
  open();
  await choose('Barcelona');
  await save();
  expect(screen.queryByLabelText(text('move'))).toBeNull();
});

it('moves all visits to the same hour, a visit that blocks another first', async () => {
  const places = new Map(visits.map(({ id }) => [id, 'there']));
  serve((id) => {
    if (id === 'b' && places.get('a') === 'there') return true;
    places.set(id, 'moved');
    return false;
  });
  open();
  await choose('Santa Cruz de Tenerife');
  fireEvent.click(await screen.findByLabelText(text('move')));
  await save();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), slowRender);
  const tried = moved().map(({ params: { id } }) => id);
  expect(tried).toEqual(['b', 'a', 'b']);
  expect(moved().at(-1)).toMatchObject({
    body: { date: '2027-01-05T10:30', hub_service_id: `${clinic.id}.s` },
  });
});

it('lists the visits that cannot be moved, and stays open', async () => {
  serve((id) => id === 'a');
  open();
  await choose('Santa Cruz de Tenerife');
  fireEvent.click(await screen.findByLabelText(text('move')));
  await save();
  await screen.findByText(i18n.t(($) => $.otherZone.left, { ns: 'clinic', count: 1 }));
  screen.getByText('Dora Neri');
  expect(screen.queryByText('Elio Gallo')).toBeNull();
  expect(closed).not.toHaveBeenCalled();
});
