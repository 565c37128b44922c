// @vitest-environment happy-dom
import type { PatientView } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { SWRConfig } from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../lib/api/client.ts';
import { i18n, show } from '../testing/render.tsx';
import { NewBookingPanel } from './booking/new-booking.panel.tsx';
import { CollaboratorScreen } from './onboarding/collaborator.screen.tsx';
import { PersonalDataScreen } from './onboarding/personal-data.screen.tsx';
import { EditPatientPanel } from './patients/edit-patient.panel.tsx';
import { EditProfilePanel } from './profile/edit-profile.panel.tsx';

const session = vi.hoisted(() => ({ status: 100 }));
vi.mock('../lib/api/client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../lib/data/session.api.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ state: 'in', pro: { ...pro, configStatus: session.status } }),
}));

const pro = {
  id: 'pro',
  email: 'ada@example.com',
  prefix: '',
  phone: '',
  subscription: [],
  options: { comunicationsLanguage: 'it' },
} as unknown as Pro;
const patient = { id: 'dora', name: 'Dora', email: '', prefix: '', phone: '' } as unknown as PatientView;
const clinic = {
  id: 'madrid',
  name: 'Madrid',
  country: 'ES',
  city: 'Madrid',
  timezone: 'Europe/Madrid',
  status: 'active',
  clinic_services: [],
  hubs: [],
} as unknown as ClinicView;

/** The professional's data: a clinic of their own, or an invitation to one. */
let clinics: ClinicView[] = [];
let hubs: HubView[] = [];
beforeEach(() => {
  sessionStorage.clear();
  [clinics, hubs] = [[clinic], []];
  vi.mocked(call).mockImplementation((async (name: string) => {
    if (name === 'getProClinics') return { data: clinics };
    return { data: name === 'getProHubs' ? hubs : [] };
  }) as never);
});

const open = (form: ReactNode) =>
  show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>{form}</MemoryRouter>
    </SWRConfig>,
  );
const prefix = async () =>
  (
    await screen.findByRole<HTMLInputElement>('combobox', {
      name: i18n.t(($) => $.fields.prefix, { ns: 'common' }),
    })
  ).value;
const close = () => undefined;

describe('in an Italian page, the country of a Spanish clinic is the prefix of', () => {
  it.each([
    ['a patient without a phone', () => <EditPatientPanel pro={pro} patient={patient} onClose={close} />],
    ['the profile', () => <EditProfilePanel pro={pro} onClose={close} />],
  ])('%s', async (_form, form) => {
    open(form());
    await vi.waitFor(async () => expect(await prefix()).toBe('+34'));
  });

  it('a new patient of a booking', async () => {
    open(<NewBookingPanel pro={pro} start={{ day: null, time: '' }} onClose={close} />);
    const email = await screen.findByLabelText(i18n.t(($) => $.patient.newEmail, { ns: 'appointment' }));
    fireEvent.change(email, { target: { value: 'eva@example.com' } });
    fireEvent.keyDown(email, { key: 'Enter' });
    await vi.waitFor(async () => expect(await prefix()).toBe('+34'));
  });

  it.each([
    [1, PersonalDataScreen],
    [10, CollaboratorScreen],
  ])('the onboarding’s step %i, after an invitation', async (status, Step) => {
    session.status = status;
    [clinics, hubs] = [[], [{ id: 'hub', clinic } as unknown as HubView]];
    open(<Step />);
    await vi.waitFor(async () => expect(await prefix()).toBe('+34'));
  });
});

it('is the page’s language without a clinic', async () => {
  clinics = [];
  open(<EditProfilePanel pro={pro} onClose={close} />);
  expect(await prefix()).toBe('+39');
});
