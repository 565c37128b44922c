// @vitest-environment happy-dom
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { PatientRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { fireEvent, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AddCollaboratorPanel } from './clinic/add-collaborator.panel.tsx';
import { AddServicesPanel } from './clinic/add-services.panel.tsx';
import { EditHubPanel } from './clinic/edit-hub.panel.tsx';
import { NewClinicPanel } from './clinic/new-clinic.panel.tsx';
import { CollaboratorScreen } from './onboarding/collaborator.screen.tsx';
import { PersonalDataScreen } from './onboarding/personal-data.screen.tsx';
import { LegalHold } from './patients/legal-hold.tsx';
import { PatientRemarks } from './patients/patient-remarks.tsx';
import { SuspendOnlineBooking } from './patients/suspend-online-booking.tsx';
import { EmailChange } from './profile/email-change.tsx';
import { BookingSlug } from './settings/booking-slug.tsx';
import { NumberOption } from './settings/number-option.tsx';
import { ThankYouPage } from './settings/thank-you-page.tsx';
import { draftOf, keepDraft } from '../lib/state/drafts.ts';
import { call } from '../lib/api/client.ts';
import { draftsOfAtom } from '../lib/state/drafts.atoms.ts';
import { i18n, show } from '../testing/render.tsx';

const session = vi.hoisted(() => ({ status: 100 }));
vi.mock('../lib/api/client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }));
vi.mock('../lib/data/session.api.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ state: 'in', pro: { ...pro, configStatus: session.status } }),
}));

const pro = {
  id: 'pro',
  email: 'ada@example.com',
  configStatus: 100,
  options: {
    id: 'options',
    calendarPageUrl: 'ada',
    thankYouPageUrl: null,
    calendarAvailabilityLimit: 60,
    manageNoticeHours: 24,
    bookingNoticeHours: 2,
  },
  optionsVersion: '1',
  subscription: [],
} as unknown as Pro;
const clinic = {
  id: 'clinic',
  name: 'Studio Roma',
  country: 'Italy',
  city: 'Roma',
  timezone: 'Europe/Rome',
  clinic_services: [{ id: 'listed', serviceName: 'Visita', duration: 30, price: 80, activated: true }],
  hubs: [],
} as unknown as ClinicView;
const hub = {
  id: 'hub',
  proId: 'pro',
  clinic,
  pro: { name: 'Ada', lastname: 'Neri', title: 'dr' },
  availabilities: [],
  day_hours: [],
  hours_version: '1',
  vacation_function: false,
  services: [
    {
      id: 'offered',
      clinicServiceId: 'listed',
      activated: true,
      serviceName: 'Visita',
      ownDuration: null,
      ownPrice: 60,
      version: '1',
    },
  ],
} as unknown as HubView;
const patient = { id: 'patient', name: 'Dora Neri', tags: [], note: '' } as unknown as PatientRecord;

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async () => ({ data: [] })) as never);
});

/** Renders a component as after a page load: only the tab's storage is left. */
const load = (part: ReactNode) => {
  const store = createStore();
  store.set(draftsOfAtom, pro.id);
  return show(
    <Provider store={store}>
      <MemoryRouter>{part}</MemoryRouter>
    </Provider>,
  );
};

const close = () => undefined;
const field = async (label: string) => {
  const begins = (content: string) => content.replace(/ \*$/, '') === label;
  return (await screen.findAllByLabelText<HTMLInputElement>(begins))[0]!;
};
const valuesWith = async (label: string) => {
  await field(label);
  return [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
};

type Case = { part: () => ReactNode; label: string; typed: string; open?: string; stored?: string };

const cases: Record<string, Case> = {
  'a change of email': {
    part: () => <EmailChange currentEmail={pro.email} />,
    label: i18n.t(($) => $.email.field, { ns: 'account' }),
    typed: 'ada@new.example',
  },
  'the booking address': {
    part: () => <BookingSlug pro={pro} />,
    label: i18n.t(($) => $.slug.field, { ns: 'settings' }),
    typed: 'adaneri',
  },
  'the page of thanks': {
    part: () => <ThankYouPage pro={pro} />,
    label: i18n.t(($) => $.thankYou.field, { ns: 'settings' }),
    typed: 'https://ada.example',
  },
  'a service that is not added yet': {
    part: () => <AddServicesPanel clinic={clinic} onClose={close} />,
    label: i18n.t(($) => $.services.name, { ns: 'clinic' }),
    typed: 'Controllo',
  },
  'a service of a new clinic that is not added yet': {
    part: () => <NewClinicPanel pro={pro} onClose={close} />,
    label: i18n.t(($) => $.services.name, { ns: 'clinic' }),
    typed: 'Controllo',
  },
  'hours of a collaborator that are not added yet': {
    part: () => <AddCollaboratorPanel clinic={clinic} pro={pro} onClose={close} />,
    label: i18n.t(($) => $.availability.from, { ns: 'clinic' }),
    typed: '7',
  },
  'hours that are not added yet': {
    part: () => <EditHubPanel clinic={clinic} hub={hub} onClose={close} />,
    label: i18n.t(($) => $.availability.from, { ns: 'clinic' }),
    typed: '7',
  },
  "a professional's own price": {
    part: () => <EditHubPanel clinic={clinic} hub={hub} onClose={close} />,
    label: i18n.t(($) => $.terms.price, { ns: 'clinic' }),
    typed: '75',
  },
  'a tag that is not entered yet': {
    part: () => <PatientRemarks pro={pro} patient={patient} />,
    open: i18n.t(($) => $.remarks.open, { ns: 'patients' }),
    label: i18n.t(($) => $.remarks.tags, { ns: 'patients' }),
    typed: 'gravid',
  },
  'the reason of a legal hold': {
    part: () => <LegalHold patient={patient} />,
    open: i18n.t(($) => $.legalHold.set.open, { ns: 'patients' }),
    label: i18n.t(($) => $.legalHold.reason, { ns: 'patients' }),
    typed: 'a claim',
  },
  'the reason why a patient cannot book online': {
    part: () => <SuspendOnlineBooking patient={patient} />,
    open: i18n.t(($) => $.onlineBooking.suspend.open, { ns: 'patients' }),
    label: i18n.t(($) => $.onlineBooking.reason, { ns: 'patients' }),
    typed: 'missed twice',
  },
};

describe('what is typed is there again after a reload', () => {
  for (const [name, { part, label, typed, open }] of Object.entries(cases))
    it(name, async () => {
      const begin = () => {
        const page = load(part());
        if (open) fireEvent.click(screen.getAllByRole('button', { name: open })[0]!);
        return page;
      };
      const page = begin();
      const untouched = await valuesWith(label);
      fireEvent.change(await field(label), { target: { value: typed } });
      const left = await valuesWith(label);
      expect(left).not.toEqual(untouched);
      page.unmount();
      begin();
      expect(await valuesWith(label)).toEqual(left);
    });

  for (const [status, Screen] of [
    [1, PersonalDataScreen],
    [10, CollaboratorScreen],
  ] as const)
    it(`the onboarding's step ${status}`, async () => {
      session.status = status;
      const label = i18n.t(($) => $.fields.lastname, { ns: 'common' });
      const page = load(<Screen />);
      fireEvent.change(await field(label), { target: { value: 'Lovelace' } });
      page.unmount();
      load(<Screen />);
      expect((await field(label)).value).toBe('Lovelace');
      expect(draftOf(pro.id, status === 1 ? 'personal data' : 'collaborator')).toBeDefined();
    });

  it('the hours of a day, over the version that they were typed on', async () => {
    const open = (shown: HubView) => {
      const page = load(<EditHubPanel clinic={clinic} hub={shown} onClose={close} />);
      const days = screen.getByRole('group', { name: i18n.t(($) => $.dayHours.title, { ns: 'clinic' }) });
      const buttons = days.querySelectorAll<HTMLElement>('[data-date] , button');
      fireEvent.click([...buttons].findLast((button) => !button.hasAttribute('disabled'))!);
      return page;
    };
    const page = open(hub);
    fireEvent.click(await screen.findByText(i18n.t(($) => $.dayHours.add, { ns: 'clinic' })));
    page.unmount();
    open({ ...hub, hours_version: '2' });
    fireEvent.click(await screen.findByText(i18n.t(($) => $.dayHours.save, { ns: 'clinic' })));
    await vi.waitFor(() => expect(call).toHaveBeenCalledWith('setDayHours', expect.anything()));
    const [, sent] = vi.mocked(call).mock.calls.find(([sentName]) => sentName === 'setDayHours')!;
    expect(JSON.stringify(sent)).toContain('"13:00"');
    expect(sent).toMatchObject({ ifMatch: '1' });
  });
});

it('saves a number that the page was left with before it was saved', async () => {
  keepDraft(pro.id, 'option manageNoticeHours', { typed: 36 });
  load(<NumberOption pro={pro} option="manageNoticeHours" />);
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith('updateOptions', expect.anything()));
  const [, sent] = vi.mocked(call).mock.calls.find(([sentName]) => sentName === 'updateOptions')!;
  expect(sent).toMatchObject({ body: { manageNoticeHours: 36 } });
});
