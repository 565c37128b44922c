// @vitest-environment happy-dom
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { ClosingPanel } from './closing.panel.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../lib/data/patients.api.ts', () => ({ usePathOfPatient: () => null }));

beforeEach(() => sessionStorage.clear());

const clinicId = '018f2f6e-7b1a-4c3d-9e5f-2a6b8c0d1e2f';
const clinics = [{ id: clinicId, name: 'Studio Roma' }] as ClinicView[];
const visit = {
  id: 'b',
  pro_id: 'luca',
  doctor_name: 'Luca Riva',
  patient_name: 'Dora Neri',
  date: '2027-01-05T10:00:00+01:00',
  ending_date: '2027-01-05T10:30:00+01:00',
} as BookingView;

const panel = (
  <MemoryRouter>
    <ClosingPanel clinics={clinics} onClose={() => undefined} />
  </MemoryRouter>
);

const text = (key: 'fields.title' | 'save') =>
  i18n.t(($) => (key === 'save' ? $.save : $.fields.title), { ns: 'inactivity' });
const day = i18n.t(($) => $.date, { ns: 'appointment' });
const sent = () => vi.mocked(call).mock.calls.map(([name]) => name);

it('shows the visits during a closing before it is saved, and Enter in its dates does not save it', async () => {
  vi.mocked(call).mockImplementation((async (name: string) =>
    name === 'getAffected' ? { data: [visit] } : { data: { id: 'closing' }, affected: [visit] }) as never);
  show(panel);
  fireEvent.change(await screen.findByLabelText(text('fields.title')), { target: { value: 'Ferie' } });
  const [from] = screen.getAllByLabelText(day);
  fireEvent.change(from!, { target: { value: '05/01/2027' } });
  const enter = createEvent.keyDown(from!, { key: 'Enter' });
  fireEvent(from!, enter);
  expect(enter.defaultPrevented).toBe(true);
  await screen.findByText('Dora Neri');
  expect(new Set(sent())).toEqual(new Set(['getAffected']));
  expect(vi.mocked(call).mock.calls.at(-1)?.[1]).toMatchObject({
    query: { clinic_id: clinicId, from: '2027-01-05T00:00', to: '2027-01-05T23:59' },
  });
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: text('save') });
  await vi.waitFor(() => expect(save().disabled).toBe(false));
  const title = screen.getByLabelText(text('fields.title'));
  const overVisits = createEvent.keyDown(title, { key: 'Enter' });
  fireEvent(title, overVisits);
  expect(overVisits.defaultPrevented).toBe(true);
  expect(document.activeElement?.textContent).toContain('Dora Neri');
  fireEvent.click(save());
  await vi.waitFor(() => expect(sent()).toContain('planClosing'));
  const list = await screen.findByRole('link', {
    name: i18n.t(($) => $.visits.workThrough, { ns: 'inactivity' }),
  });
  expect(list.getAttribute('href')).toBe('/dashboard/inactivity/visits?of=closing');
});

it('shows the visits by professional as soon as clinic and day are given, without a title', async () => {
  vi.mocked(call).mockImplementation((async () => ({ data: [visit] })) as never);
  show(panel);
  fireEvent.change((await screen.findAllByLabelText(day))[0]!, { target: { value: '05/01/2027' } });
  await screen.findByText('Luca Riva (1)');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text('save') }).disabled).toBe(true);
});

it('saves a closing without visits at Enter in its title', async () => {
  vi.mocked(call).mockImplementation((async () => ({ data: [] })) as never);
  show(panel);
  const title = await screen.findByLabelText(text('fields.title'));
  fireEvent.change(title, { target: { value: 'Ferie' } });
  fireEvent.change(screen.getAllByLabelText(day)[0]!, { target: { value: '12/01/2027' } });
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: text('save') }).disabled).toBe(false),
  );
  const enter = createEvent.keyDown(title, { key: 'Enter' });
  fireEvent(title, enter);
  expect(enter.defaultPrevented).toBe(false);
});
