// @vitest-environment happy-dom
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { wallNow } from '../../lib/time/wall-clock.ts';
import { i18n, show } from '../../testing/render.tsx';
import { WhenFields } from '../../ui/fields/when-fields.tsx';
import { Agenda } from './grid/agenda.tsx';
import { entriesOf } from './model/calendar-events.ts';
import { EntryButton, useEntryTexts } from './entries/entry.tsx';
import { useBookingChange } from './move/use-booking-change.ts';
import { Printout } from './toolbar/print-bookings.tsx';
import { useSeen } from './use-seen.ts';
import { Affected } from '../inactivity/affected.tsx';
import { VacationPanel } from '../inactivity/vacation.panel.tsx';
import { HistoryList } from '../patients/history-list.tsx';
import { VisitRow } from '../today/visit-row.tsx';

const pro = { id: 'anna', email: 'anna@example.com' } as never;

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn(() => Promise.reject(new Error('not asked'))) }));
vi.mock('../../lib/session/use-pro.ts', () => ({ usePro: () => pro }));

const clinic = (id: string, city: string, timezone: string) => ({
  id,
  city,
  timezone,
  status: 'active',
  owner_id: 'anna',
  hubs: [{ id: `hub ${id}`, proId: 'anna', services: [{ id: `service ${id}`, duration: 30 }] }],
});
const clinics = [
  clinic('rome', 'Roma', 'Europe/Rome'),
  clinic('london', 'Londra', 'Europe/London'),
] as unknown as ClinicView[];
const visit = (clinicId: string, offset: string, timezone: string, city: string) =>
  ({
    id: clinicId,
    date: `2026-11-23T10:00:00${offset}`,
    ending_date: `2026-11-23T10:30:00${offset}`,
    timezone,
    status: 'confirmed',
    service: 'Visita',
    hub_service_id: `service ${clinicId}`,
    pro_id: 'anna',
    clinic_id: clinicId,
    clinic_city: city,
    doctor_name: 'Anna Rossi',
    doctor_role: 'owner',
    patient_name: 'Andrea Santoro',
    patient_email: '',
    attendance: 'expected',
  }) as BookingView;
const inRome = visit('rome', '+01:00', 'Europe/Rome', 'Roma');
const inLondon = visit('london', '+00:00', 'Europe/London', 'Londra');
const calendar: ProCalendar = {
  bookings: [inRome, inLondon],
  blocks: [],
  held: [],
  hubInactivities: [],
  clinicInactivities: [
    {
      id: 'closing',
      title: 'Ponte',
      clinic_id: 'london',
      clinic_name: 'Studio Londra',
      starting_date: '2026-11-23T12:00',
      ending_date: '2026-11-23T14:00',
      type: 'closing',
    },
  ],
};
const entries = (clinicId: string | null = null) =>
  entriesOf(calendar, { viewer: pro, filters: { clinicId, proIds: [] }, hubPros: new Map(), clinics });
const townsOf = (clinicId: string | null) => {
  const { bookings, behind } = entries(clinicId);
  return [...bookings, ...behind].map(({ id, town }) => [id, town]);
};

describe('entries in another time zone', () => {
  it('name their city, and others do not', () => {
    expect(townsOf(null)).toEqual([
      ['rome', undefined],
      ['london', 'Londra'],
      ['closing', 'Londra'],
    ]);
    // The calendar of one clinic uses its clock.
    expect(townsOf('london')).toEqual([
      ['london', undefined],
      ['closing', undefined],
    ]);
  });

  it('are marked in the grid', () => {
    const Shown = () => {
      const texts = useEntryTexts();
      return entries().bookings.map((entry) => (
        <EntryButton
          key={entry.id}
          texts={texts}
          placed={{ entry, start: 600, end: 630, lane: 0, span: 1, lanes: 1 }}
          scale={2}
          colour={undefined}
          moving={false}
          apart={false}
        />
      ));
    };
    show(<Shown />);
    const [rome, london] = screen.getAllByRole('button');
    expect(rome?.textContent).toContain('10:00 Andrea Santoro');
    expect(london?.textContent).toContain('10:00 Londra Andrea Santoro');
    expect(london?.getAttribute('aria-label')).toContain('10:00 ora di Londra Andrea Santoro');
  });

  it('are marked in the agenda', () => {
    show(
      <Agenda
        days={{ from: '2026-11-23', to: '2026-11-24' }}
        entries={entries()}
        today="2026-11-23"
        loaded
        colourOf={() => undefined}
        onOpen={vi.fn()}
      />,
    );
    screen.getByText('ora di Londra · Visita');
    screen.getByText('12:00–14:00 · Ponte · ora di Londra');
  });
});

it('shows in a form whose clock a time uses', () => {
  show(<WhenFields day="2026-11-23" time="10:00" town="Londra" onChange={vi.fn()} />);
  screen.getByText('Ora (Londra)');
});

describe('a booking of another clock is marked', () => {
  beforeEach(() =>
    vi
      .mocked(call)
      .mockImplementation(((name: string) =>
        Promise.resolve({ data: name === 'getProClinics' ? clinics : [] })) as never),
  );

  it('on the patient’s page', async () => {
    const empty = {
      clinic_address: '',
      clinic_country: '',
      clinic_name: '',
      doctor_email: '',
      specialization_it: '',
    };
    show(
      <MemoryRouter>
        <HistoryList
          answers={[]}
          bookings={[inRome, inLondon].map((booking) => ({ ...booking, ...empty }))}
        />
      </MemoryRouter>,
    );
    await screen.findByText(/10:00 \(ora di Roma\)/);
    screen.getByText(/10:00 \(ora di Londra\)/);
  });

  it('on the sheet of the day', async () => {
    const row = { now: new Date(inRome.date), next: false, own: false, named: true, where: true };
    show(
      <MemoryRouter>
        <VisitRow booking={inLondon} {...row} onOpen={() => undefined} />
      </MemoryRouter>,
    );
    await screen.findByText(/ora di Londra · Visita/);
  });

  it('among those that a vacation affects', () => {
    show(
      <MemoryRouter>
        <Affected bookings={[inRome, inLondon]} foreseen />
      </MemoryRouter>,
    );
    screen.getByText(/10-00 \(ora di Roma\)/);
    screen.getByText(/10-00 \(ora di Londra\)/);
  });

  it('in print', () => {
    show(
      <Printout
        calendar={calendar}
        filters={{ clinicId: null, proIds: [] }}
        visible={{ from: '2026-11-23', to: '2026-11-24' }}
        timezone="Europe/Rome"
      />,
    );
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(screen.getAllByText(/10:00–10:30/).map(({ textContent }) => textContent)).toEqual([
      '10:00–10:30 (ora di Londra)',
      '10:00–10:30',
    ]);
  });
});

it('says in a vacation’s form by whose clock its times are', async () => {
  sessionStorage.clear();
  const hubs = clinics.map(
    (one) =>
      ({ id: `hub ${one.id}`, proId: 'anna', clinic: { ...one, name: one.city } }) as unknown as HubView,
  );
  show(<VacationPanel pro={pro} hubs={hubs} onClose={vi.fn()} />);
  fireEvent.click(await screen.findByLabelText('Londra, Londra'));
  const [from] = screen.getAllByLabelText(i18n.t(($) => $.date, { ns: 'appointment' }));
  fireEvent.change(from!, { target: { value: '23/11/2026' } });
  fireEvent.blur(from!);
  await vi.waitFor(() => expect(screen.getAllByText('Ora (Londra)')).toHaveLength(2));
  fireEvent.click(screen.getByLabelText('Roma, Roma'));
  expect(screen.getAllByText('Ora (Roma, Londra)')).toHaveLength(2);
});

it('names the conflict of a moved booking', async () => {
  const refusal = new ApiError('slot-taken', 'This time has just been taken.', 409);
  const answers: Readonly<Record<string, unknown>> = { getProClinics: clinics, getProCalendar: calendar };
  vi.mocked(call).mockImplementation(((name: string) =>
    name in answers ? Promise.resolve({ data: answers[name] }) : Promise.reject(refusal)) as never);
  const Move = () => {
    const { save } = useBookingChange();
    const change = { date: '2026-11-23T11:15', hub_service_id: 'service rome' };
    return <button onClick={() => void save(inRome, change)}>move</button>;
  };
  show(<Move />);
  await act(async () => fireEvent.click(screen.getByText('move')));
  await screen.findByText('10:00–10:30 (ora di Londra): c’è già Andrea Santoro.');
});

it('draws the current time on the clock of the chosen clinic', async () => {
  vi.mocked(call).mockImplementation(((name: string) =>
    Promise.resolve({ data: name === 'getProClinics' ? clinics : calendar })) as never);
  vi.setSystemTime('2026-11-23T10:07:00Z');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/dashboard/calendar?clinic=london']}>{children}</MemoryRouter>
  );
  const { result } = renderHook(() => useSeen(pro), { wrapper });
  await vi.waitFor(() => expect(result.current.now).toBe(wallNow('Europe/London').slice(0, 16)));
  vi.useRealTimers();
});
