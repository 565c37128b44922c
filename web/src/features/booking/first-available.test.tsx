// @vitest-environment happy-dom
import type { FreeTimes } from '@visita/contracts/booking/free-times';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { fireEvent, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { NewBookingPanel } from './new-booking.panel.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const [anna, bruno] = ['018f2f6e-7b1a-4c3d-9e5f-2a6b8c0d1e2f', '018f2f6e-7b1a-4c3d-9e5f-2a6b8c0d1e30'];
const pro = { id: anna, options: {} } as Pro;
const hubOf = (proId: string, name: string, services: readonly [string, string][]) => ({
  id: `hub-${name}`,
  proId,
  status: 'active',
  role: 'guest',
  pro: { name, lastname: 'Riva' },
  services: services.map(([clinicServiceId, serviceName]) => ({
    id: `${name}-${clinicServiceId}`,
    clinicServiceId,
    serviceName,
    activated: true,
    duration: 30,
    price: 80,
  })),
  availabilities: [],
  day_hours: [],
});
const clinic = {
  id: 'c',
  name: 'Studio Roma',
  status: 'active',
  owner_id: anna,
  country: 'IT',
  timezone: 'Europe/Rome',
  hubs: [
    hubOf(anna, 'Anna', [['s1', 'Visita']]),
    hubOf(bruno, 'Bruno', [
      ['s2', 'Controllo'],
      ['s1', 'Visita'],
    ]),
  ],
} as unknown as ClinicView;

const offers = clinic.hubs.map(({ id, proId, pro: { name } }) => ({
  proId,
  hubId: id,
  hubServiceId: `${name}-s1`,
  professional: `${name} Riva`,
  duration: 30,
  buffer_before: 0,
  buffer_after: 0,
}));
const days = ['2099-01-05', '2099-01-06', '2099-01-09'].map((date) => ({
  date,
  free: offers.map(({ hubServiceId }) => ({ hubServiceId, times: ['09:00', '09:30', '10:00'] })),
}));
const page = (from: string): FreeTimes =>
  from < '2099-02'
    ? { professionals: offers, days, until: '2099-02-05' }
    : { professionals: offers, days: [{ ...days[0]!, date: '2099-02-06' }], until: '2099-03-08' };

const text = (key: 'free' | 'firstAvailable' | 'professional' | 'service') =>
  i18n.t(($) => $[key], { ns: 'appointment' });
const more = () =>
  screen.getByRole('button', { name: i18n.t(($) => $.freeTimes.more, { ns: 'appointment' }) });
const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const choose = async (name: string, option: string) => {
  fireEvent.click(field(name));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const group = () => screen.findByRole('group', { name: text('free') });
const chips = async () =>
  within(await group())
    .getAllByRole('button', { pressed: false })
    .map(({ textContent }) => textContent);
const asked = () =>
  vi
    .mocked(call)
    .mock.calls.flatMap(([name, input]) =>
      name === 'getFreeTimes' ? [(input as { query: Record<string, string> }).query] : [],
    );

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async (name: string, input: { query: { from: string } }) => {
    if (name === 'getFreeTimes') return { data: page(input.query.from) };
    const answers: Readonly<Record<string, unknown>> = {
      getProClinics: [clinic],
      getProCalendar: { bookings: [], blocks: [], held: [] },
    };
    return { data: answers[name] ?? [], patients: [] };
  }) as never);
});

/** Opens the panel; each test on a day of its own, because drafts are kept by day. */
const open = async (day: string) => {
  show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <NewBookingPanel pro={pro} start={{ day, time: '' }} onClose={() => undefined} />
      </MemoryRouter>
    </SWRConfig>,
  );
  await group();
};

it('names the professional of each time, in turns, and sets what a time means', async () => {
  await open('2099-01-01');
  await choose(text('professional'), text('firstAvailable'));
  await vi.waitFor(() => expect(asked().at(-1)).not.toHaveProperty('proId'));
  await screen.findAllByRole('button', { name: '09:30 Bruno Riva' });
  expect((await chips()).slice(0, 3)).toEqual(['09:00 Anna Riva', '09:30 Bruno Riva', '10:00 Anna Riva']);
  fireEvent.click(screen.getAllByRole('button', { name: '09:30 Bruno Riva' })[1]!);
  expect(field(text('professional')).value).toBe('Bruno Riva');
  expect(field(text('service')).value).toBe('Visita (30 min)');
  // The list stays, with the chosen time marked.
  const marked = within(await group()).getAllByRole('button', { pressed: true });
  expect(marked.map(({ textContent }) => textContent)).toEqual(['09:30 Bruno Riva']);
  expect(await chips()).toContain('09:00 Anna Riva');
});

it('keeps the service when the professional changes', async () => {
  await open('2099-01-02');
  expect(field(text('service')).value).toBe('Visita (30 min)');
  await choose(text('professional'), 'Bruno Riva');
  expect(field(text('service')).value).toBe('Visita (30 min)');
  await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ proId: bruno, clinicServiceId: 's1' }));
  expect(await chips()).toContain('09:00');
});

it('shows two days, then a week more by each press, past the month', async () => {
  await open('2099-01-03');
  expect((await chips()).length).toBe(6);
  fireEvent.click(more());
  expect((await chips()).length).toBe(9);
  for (let press = 0; press < 4; press += 1) fireEvent.click(more());
  await vi.waitFor(async () => expect((await chips()).length).toBe(12));
  expect(asked().at(-1)).toMatchObject({ from: '2099-02-05', to: '2099-03-08' });
});

const noneFree = (time: string) => i18n.t(($) => $.noneFree, { ns: 'appointment', time });
const openAt = async (day: string, time: string) => {
  show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <NewBookingPanel pro={pro} start={{ day, time }} onClose={() => undefined} />
      </MemoryRouter>
    </SWRConfig>,
  );
  await group();
  await choose(text('professional'), text('firstAvailable'));
};

it('takes a professional who is free at a time that was typed, also between two free starts', async () => {
  await openAt('2099-01-05', '09:20');
  await vi.waitFor(() => expect(field(text('professional')).value).toBe('Anna Riva'));
  expect(screen.queryAllByText(noneFree('09:20'), { exact: false })).toEqual([]);
});

it('says beside the time and the button that no professional is free then, and shows the nearest free times', async () => {
  const times = ['08:00', '08:30', '09:00', '09:30', '10:00', '13:00', '13:30', '14:00', '14:30', '15:00'];
  vi.mocked(call).mockImplementation((async (name: string) => {
    const free = offers.map(({ hubServiceId }) => ({ hubServiceId, times }));
    const answers: Readonly<Record<string, unknown>> = {
      getFreeTimes: { professionals: offers, days: [{ date: '2099-01-06', free }], until: '2099-02-06' },
      getProClinics: [clinic],
      getProCalendar: { bookings: [], blocks: [], held: [] },
    };
    return { data: answers[name] ?? [], patients: [] };
  }) as never);
  await openAt('2099-01-06', '12:20');
  await vi.waitFor(() => expect(screen.getAllByText(noneFree('12:20'), { exact: false })).toHaveLength(2));
  expect(field(text('professional')).value).toBe(text('firstAvailable'));
  const nearest = (await chips()).map((one) => one?.slice(0, 5)).filter((one) => one?.includes(':'));
  expect(nearest).toEqual(['10:00', '13:00', '13:30', '14:00', '14:30', '15:00']);
});
