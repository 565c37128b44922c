// @vitest-environment happy-dom
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView, HolidaysView } from '@visita/contracts/clinic/views';
import { fireEvent, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { Holidays } from './holidays.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../lib/data/patients.api.ts', () => ({ usePathOfPatient: () => null }));

const clinics = [{ id: 'clinic', name: 'Studio Roma' }] as ClinicView[];
const date = '2027-01-06';
const holidays: HolidaysView = {
  country: 'IT',
  region: null,
  countries: [
    { id: 'IT', name: 'Italia', regions: [] },
    { id: 'ES', name: 'Spagna', regions: [{ id: 'CT', name: 'Catalogna' }] },
  ],
  days: [{ date, name: 'Epifania', closed: false }],
  version: '7',
};
const visit = {
  id: 'b',
  pro_id: 'luca',
  doctor_name: 'Luca Riva',
  patient_name: 'Dora Neri',
  date: '2027-01-06T10:00:00+01:00',
  ending_date: '2027-01-06T10:30:00+01:00',
} as BookingView;

let booked: BookingView[] = [];
beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async (name: string) => {
    if (name === 'getHolidays') return { data: holidays };
    return name === 'getAffected' ? { data: booked } : { data: null, affected: booked };
  }) as never);
});

const open = async () => {
  const page = show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Holidays clinics={clinics} />
    </SWRConfig>,
  );
  await screen.findByText('Epifania');
  return page;
};

const inside = (name: 'save' | 'cancel') =>
  screen.getByRole('button', {
    name:
      name === 'save'
        ? i18n.t(($) => $.save, { ns: 'inactivity' })
        : i18n.t(($) => $.actions.cancel, { ns: 'common' }),
  });
const daySwitch = () => screen.getByRole<HTMLInputElement>('switch');
const country = () =>
  screen.getByLabelText<HTMLSelectElement>(i18n.t(($) => $.holidays.country, { ns: 'inactivity' }));
const calls = (wanted: string) =>
  vi.mocked(call).mock.calls.flatMap(([name, input]) => (name === wanted ? [input] : []));

it('shows the visits of a holiday before the clinic closes on it', async () => {
  booked = [visit];
  await open();
  fireEvent.click(daySwitch());
  await screen.findByText('Dora Neri');
  expect(calls('getAffected').at(-1)).toEqual({
    query: { clinic_id: 'clinic', from: `${date}T00:00`, to: `${date}T23:59` },
  });
  expect(calls('setHoliday')).toEqual([]);
  fireEvent.click(inside('save'));
  await vi.waitFor(() =>
    expect(calls('setHoliday')).toEqual([{ params: { id: 'clinic' }, body: { date, open: false } }]),
  );
});

it('saves nothing if the choice is given up, and keeps it over a reload until then', async () => {
  booked = [visit];
  const page = await open();
  fireEvent.change(country(), { target: { value: 'ES' } });
  await screen.findByText('Dora Neri');
  expect(calls('getAffected').at(-1)).toEqual({ query: { clinic_id: 'clinic', country: 'ES' } });
  page.unmount();
  await open();
  await screen.findByText('Dora Neri');
  expect(country().value).toBe('ES');
  fireEvent.click(inside('cancel'));
  await vi.waitFor(() => expect(country().value).toBe('IT'));
  expect(screen.queryByText('Dora Neri')).toBeNull();
  expect(calls('setHolidays')).toEqual([]);
});

it('saves a choice at once that no visit lies in', async () => {
  booked = [];
  await open();
  fireEvent.change(country(), { target: { value: 'ES' } });
  await vi.waitFor(() =>
    expect(calls('setHolidays')).toMatchObject([{ body: { country: 'ES', region: null }, ifMatch: '7' }]),
  );
});
