// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { BlockView } from '@visita/contracts/block/views';
import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { useEffect, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { offerOf } from '../../lib/booking/professionals.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { i18n, show } from '../../testing/render.tsx';
import { useUnblock } from '../../ui/forms/use-unblock.ts';
import { BlockPanel } from '../block/block.panel.tsx';
import { NewBookingPanel } from '../booking/new-booking.panel.tsx';
import { BookingDetailsPanel } from './booking/booking-details.panel.tsx';
import { DeleteBooking } from './booking/delete-booking.tsx';
import { CutBar, RefusedBar } from './move/cut-bar.tsx';
import { MoveBookingDialog } from './move/move-booking.dialog.tsx';
import { useBlocking } from './move/use-blocking.ts';
import { useBookingChange } from './move/use-booking-change.ts';
import { EntryPopover } from './peek/entry-popover.tsx';

const pro = { id: 'marta', email: 'marta@example.com', subscription: [] } as never;

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));
vi.mock('../../lib/session/use-pro.ts', () => ({ usePro: vi.fn(() => pro) }));
vi.mock('../../lib/data/clinic.api.ts', async (original) => ({
  ...(await original<object>()),
  useClinics: () => ({ data: clinics }),
}));

const hub = (proId: string, lastname: string, status = 'active') => ({
  id: `hub ${proId}`,
  proId,
  clinicId: 'rome',
  status,
  role: 'manager',
  pro: { name: proId, lastname, email: '' },
  availabilities: [],
  day_hours: [],
  services: [
    { id: `visit ${proId}`, clinicServiceId: 'visit', serviceName: 'Visita', duration: 30, activated: true },
  ],
});
const [luca, sara] = [hub('Luca', 'Riva'), hub('Sara', 'Moretti')];
const reception = { ...hub('marta', 'Banco'), role: 'reception', services: [] };
const rome = {
  id: 'rome',
  name: 'Studio',
  city: 'Roma',
  timezone: 'Europe/Rome',
  status: 'active',
  owner_id: 'Luca',
};

let clinics: ClinicView[] = [];
const several = [{ ...rome, hubs: [luca, sara, reception] }] as unknown as ClinicView[];
const single = [{ ...rome, hubs: [luca, reception] }] as unknown as ClinicView[];

const booking = {
  id: 'one',
  date: '2026-11-24T10:00:00+01:00',
  ending_date: '2026-11-24T10:30:00+01:00',
  timezone: 'Europe/Rome',
  status: 'confirmed',
  service: 'Visita',
  duration: 30,
  hub_service_id: 'visit Luca',
  hubId: 'hub Luca',
  pro_id: 'Luca',
  clinic_id: 'rome',
  clinic_name: 'Studio',
  clinic_city: 'Roma',
  doctor_name: 'Luca Riva',
  doctor_email: '',
  patient_id: 'andrea',
  patient_name: 'Andrea Santoro',
  patient_email: '',
  patient_phone: '',
  patient_prefix: '',
  attendance: 'expected',
} as unknown as BookingView;
const block: BlockView = {
  id: 'block',
  note: '',
  hub_id: 'hub Luca',
  pro_id: 'Luca',
  clinic_id: 'rome',
  timezone: 'Europe/Rome',
  date: '2026-11-24T12:00:00+01:00',
  ending_date: '2026-11-24T13:00:00+01:00',
};
const nothing = () => undefined;
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));
};
const text = (key: string) => i18n.t(key as never);

/** Runs an action of a hook once it is shown. */
const Once = ({ act: run }: { act: () => void }) => {
  useEffect(run, []);
  return null;
};

const change = { date: '2026-11-25T11:30', hub_service_id: 'visit Luca' };
const Changed = () => {
  const { save } = useBookingChange();
  return <Once act={() => void save(booking, change)} />;
};
const Blocked = ({ moved }: { moved: boolean }) => {
  const { block: take, move } = useBlocking({ pro, clinics, clinicId: null });
  const run = () =>
    moved
      ? move(block, { id: 'block', date: '2026-11-24T14:00', end: '2026-11-24T15:00' })
      : take({ day: '2026-11-24', time: '12:00', minutes: 60, proId: 'Luca' });
  return <Once act={run} />;
};
const Unblocked = () => {
  const unblock = useUnblock(pro);
  return <Once act={() => void unblock(block)} />;
};

const deleting = <DeleteBooking booking={booking} trigger={(ask) => <button onClick={ask}>ask</button>} />;
const confirmDeletion = async () => {
  await press('ask');
  await press(text('calendar:remove.confirm'));
};

type Place = [string, () => ReactNode, (() => Promise<unknown>)?];

const details = (editFirst: boolean) => () => (
  <BookingDetailsPanel pro={pro} booking={booking} editFirst={editFirst} onClosed={nothing} />
);

/** Places where the staff read about a change. */
const changes: Place[] = [
  [
    'the panel of a new booking',
    () => <NewBookingPanel pro={pro} start={{ day: null, time: '', proId: 'Luca' }} onClose={nothing} />,
  ],
  ['the form of a booking', details(true)],
  ['the panel of a block', () => <BlockPanel pro={pro} start={block} onClose={nothing} />],
  ['the bar of a cut booking', () => <CutBar booking={booking} onPaste={nothing} onCancel={nothing} />],
  [
    'the confirmation of a move',
    () => (
      <MoveBookingDialog
        booking={booking}
        move={{ id: 'one', ...change, end: '2026-11-25T12:00' }}
        onDone={nothing}
      />
    ),
  ],
  ['the confirmation of a deletion', () => deleting, () => press('ask')],
  ['the toast of a change', () => <Changed />],
  ['the toast of an undone change', () => <Changed />, () => press(text('common:actions.undo'))],
  ['the toast of a deletion', () => deleting, confirmDeletion],
  ['the toast of a block', () => <Blocked moved={false} />],
  ['the toast of a moved block', () => <Blocked moved />],
  ['the toast of a released block', () => <Unblocked />],
];

/** Places that name the professional at any clinic. */
const always: Place[] = [
  ['the details of a booking', details(false)],
  [
    'the popover of a booking',
    () => (
      <EntryPopover
        peek={{ id: 'one', anchor: new DOMRect(), byKey: false }}
        booking={booking}
        onPointerEnter={nothing}
        onPointerLeave={nothing}
        onClose={nothing}
        onMove={nothing}
        onCut={nothing}
      />
    ),
  ],
];

beforeEach(() => {
  clinics = several;
  vi.mocked(usePro).mockReturnValue(pro);
  const none = { bookings: [], blocks: [], held: [], hubInactivities: [], clinicInactivities: [] };
  const answers = {
    placeBooking: booking,
    editBooking: booking,
    deleteBooking: null,
    blockTime: block,
    editBlock: block,
    unblockTime: null,
    getProCalendar: none,
  };
  // Other reads stay pending.
  const answer = (name: string) =>
    name in answers
      ? Promise.resolve({ data: answers[name as keyof typeof answers] })
      : new Promise(() => undefined);
  vi.mocked(call).mockImplementation(answer as never);
});

const open = async ([name, part, then]: Place) => {
  // These panels stand beside the screens, where the hook finds no professional.
  if (name.startsWith('the panel')) vi.mocked(usePro).mockReturnValue(undefined as never);
  await act(async () => void show(<MemoryRouter>{part()}</MemoryRouter>));
  await then?.();
};
const shown = () => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input')].map(({ value }) => value);
  return [document.body.textContent, ...fields].join(' ');
};

it.each([...changes, ...always])('%s names the professional of a clinic with several', async (...place) => {
  await open(place);
  await waitFor(() => expect(shown()).toContain('Luca Riva'));
});

it.each(changes.filter(([name]) => /toast|confirmation|bar/.test(name)))(
  '%s does not repeat the only professional of a clinic',
  async (...place) => {
    clinics = single;
    await open(place);
    expect(shown()).not.toContain('Luca Riva');
  },
);

it('a move to another professional says from whom, to whom, and that nobody is mailed', async () => {
  const to = { proId: 'Sara', name: 'Sara Moretti', hubServiceId: 'visit Sara' };
  const move = { id: 'one', date: '2026-11-25T11:30', end: '2026-11-25T12:00', to };
  const dialog = <MoveBookingDialog booking={booking} move={move} onDone={nothing} />;
  show(<MemoryRouter>{dialog}</MemoryRouter>);
  const said = 'Andrea Santoro: da Luca Riva, mar 24 nov, 10:00 → a Sara Moretti, mer 25 nov, 11:30.';
  expect(screen.getByRole('dialog').textContent).toContain(said);
  screen.getByText(text('calendar:edit.unmailed'));
  await press(text('calendar:edit.confirm'));
  const body = { date: move.date, hub_service_id: 'visit Sara' };
  expect(call).toHaveBeenCalledWith('editBooking', { params: { id: 'one' }, body });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Sara Moretti'));
});

it('a booking moves to the same service of a colleague, else the reason is said', () => {
  const given = { clinics: several, pro };
  expect(offerOf(booking, 'Sara', given)?.hubServiceId).toBe('visit Sara');
  const idle = { ...sara, services: [{ ...sara.services[0], activated: false }] };
  const without = [{ ...rome, hubs: [luca, idle, reception] }] as unknown as ClinicView[];
  expect(offerOf(booking, 'Sara', { clinics: without, pro })).toBeNull();
  expect(offerOf(booking, 'marta', given)).toBeNull();
  show(<RefusedBar booking={booking} name="Sara Moretti" onClose={nothing} />);
  expect(screen.getByRole('alert').textContent).toContain('Sara Moretti non offre Visita');
});

it.each([
  ['that nobody is mailed without an address', '', true, 'calendar:edit.unmailed'],
  ['that the patient is mailed', 'andrea@example.com', true, 'calendar:remove.mailed'],
  ['that the settings send no mail', 'andrea@example.com', false, 'calendar:remove.unmailed'],
  [
    'that the settings decide, if they are unknown',
    'andrea@example.com',
    undefined,
    'calendar:remove.mailedIfSet',
  ],
])('the confirmation of a deletion says %s', async (_, email, mails, said) => {
  const hubs = [{ ...luca, mails_cancellations: mails }, sara];
  clinics = [{ ...rome, hubs }] as unknown as ClinicView[];
  const ahead = { ...booking, date: '2099-11-24T10:00:00+01:00', patient_email: email };
  const dialog = <DeleteBooking booking={ahead} trigger={(ask) => <button onClick={ask}>ask</button>} />;
  show(<MemoryRouter>{dialog}</MemoryRouter>);
  await press('ask');
  expect(screen.getByRole('dialog').textContent).toContain(text(said));
});
