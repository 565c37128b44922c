import type { Page } from '@playwright/test';
import { addService, fillClinic, writeAvailability } from '../dashboard.ts';
import { intercept } from '../screens/intercept.ts';
import type { Text } from '../screens/screen.ts';
import { heading, press } from '../screens/states.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const clinic = 'Studio Aurora';
const self = 'Marco De Santis';
const screen = { path: '/dashboard/clinic' } as const;
const service = {
  specialization: 'Dermatologia e venereologia',
  name: 'Mappatura',
  minutes: 45,
  euro: '65,50',
};
const other = {
  name: 'Studio Levante',
  country: 'Italia',
  province: 'Milano',
  address: 'Via Verdi 3',
  city: 'Milano',
  postalCode: '20121',
  services: [service],
};

const openEdit = (page: Page, text: Text) => press(page, text('clinic', 'edit.of', { clinic }));
const saveEdit = (page: Page, text: Text) =>
  inDialog(page, text('clinic', 'edit.title'), text('clinic', 'edit.save'));

const openRemoval = async (page: Page, text: Text) => {
  await openEdit(page, text);
  await press(page, text('clinic', 'remove.open'));
};
const remove = (page: Page, text: Text) =>
  inDialog(page, text('clinic', 'remove.confirmTitle', { clinic }), text('clinic', 'remove.open'));

const writeInvitation = async (page: Page, text: Text) => {
  await press(page, text('clinic', 'collaborators.open'));
  const panel = page.getByRole('dialog');
  await panel.getByLabel(text('common', 'fields.email'), { exact: true }).fill('ada@example.com');
  await panel.getByRole('checkbox', { name: /Prima visita/ }).check();
  await writeAvailability(page);
};
const invite = (page: Page, text: Text) =>
  inDialog(page, text('clinic', 'collaborators.panel', { clinic }), text('clinic', 'collaborators.save'));

const invitation = { ...screen } as const;

const ready = (page: Page, text: Text) => heading('clinic', 'title')(page, text).waitFor();

const withGuest = (page: Page) =>
  intercept(page, 'getProClinics', ({ message, data }) => ({
    message,
    data: data.map((found) => {
      const hubs = 'hubs' in found ? found.hubs : [];
      const guests = hubs.map((hub) => ({
        ...hub,
        id: 'h',
        proId: 'p',
        role: 'guest' as const,
        pro: { ...hub.pro, name: 'Ada' },
      }));
      return { ...found, hubs: [...hubs, ...guests] };
    }),
  }));

const withInvitation = (page: Page) =>
  intercept(page, 'getProHubs', ({ message, data }) => ({
    message,
    data: data.map((hub) => ({ ...hub, role: 'guest' as const, status: 'pending' as const })),
  }));

export const clinicMessages: readonly TimedMessage[] = [
  {
    ...screen,
    message: 'clinicOpeningFailed',
    before: refused('openClinic'),
    prepare: (page) => fillClinic(page, other),
    act: (page, text) => press(page, text('clinic', 'details.save')),
  },
  {
    ...screen,
    message: 'servicesFailed',
    before: refused('addClinicServices'),
    prepare: async (page, text) => {
      await press(page, text('clinic', 'services.open'));
      await addService(page, service);
    },
    act: (page, text) => press(page, text('clinic', 'services.save')),
  },
  {
    ...screen,
    message: 'serviceRemovalFailed',
    before: refused('archiveClinicService'),
    prepare: (page, text) => press(page, text('clinic', 'services.remove', { service: 'Prima visita' })),
    act: (page, text) =>
      inDialog(page, text('clinic', 'services.confirmTitle'), text('clinic', 'services.confirm')),
  },
  {
    ...screen,
    situation: 'Clinic update failure',
    message: 'clinicUpdateFailed',
    before: refused('updateClinic'),
    prepare: openEdit,
    act: saveEdit,
  },
  {
    ...screen,
    situation: 'Clinic update success',
    message: 'clinicUpdated',
    prepare: openEdit,
    act: saveEdit,
  },
  {
    ...screen,
    message: 'clinicDeletionFailed',
    before: refused('updateClinic'),
    prepare: openRemoval,
    act: remove,
  },
  {
    ...screen,
    situation: 'Clinic delete success',
    message: 'clinicDeleted',
    before: answered('updateClinic'),
    prepare: openRemoval,
    act: remove,
  },
  {
    ...screen,
    situation: 'Online-booking toggle failure',
    message: 'onlineBookingFailed',
    before: refused('updateClinic'),
    prepare: ready,
    act: (page, text) => page.getByRole('switch', { name: text('clinic', 'onlineBooking.label') }).click(),
  },
  {
    ...screen,
    message: 'secondFactorFailed',
    before: async (page) => {
      await withGuest(page);
      await refused('updateClinic')(page);
    },
    prepare: ready,
    act: (page, text) => page.getByRole('switch', { name: text('clinic', 'secondFactor.label') }).click(),
  },
  {
    ...screen,
    message: 'patientsSharedFailed',
    before: async (page) => {
      await withGuest(page);
      await refused('updateClinic')(page);
    },
    prepare: ready,
    act: (page, text) => page.getByRole('button', { name: text('clinic', 'sharedPatients.share') }).click(),
  },
  {
    ...invitation,
    situation: 'Collaborator invite failure',
    message: 'invitationFailed',
    before: refused('addCollaborator'),
    prepare: writeInvitation,
    act: invite,
  },
  {
    ...invitation,
    situation: 'Collaborator invite success',
    message: 'collaboratorInvited',
    before: (page) =>
      page.route('**/api/add_collaborator', (route) => route.fulfill({ json: { message: '', data: {} } })),
    prepare: writeInvitation,
    act: invite,
    check: async (page, text) => {
      const email = page.getByRole('dialog').getByLabel(text('common', 'fields.email'), { exact: true });
      if ((await email.inputValue()) !== '') throw new Error('the form is to be reset');
    },
  },
  {
    ...screen,
    message: 'selfAdded',
    before: (page) =>
      page.route('**/api/add_collaborator', (route) => route.fulfill({ json: { message: '', data: {} } })),
    prepare: async (page, text) => {
      await press(page, text('clinic', 'collaborators.open'));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('clinic', 'collaborators.myself'), exact: true })
        .click();
      await writeAvailability(page);
    },
    act: invite,
  },
  {
    ...screen,
    message: 'teamFailed',
    before: async (page) => {
      await withGuest(page);
      await refused('updateHub')(page);
    },
    prepare: ready,
    act: (page, text) =>
      page.getByRole('switch', { name: text('clinic', 'team.activeOf', { name: 'Ada De Santis' }) }).click(),
  },
  {
    ...screen,
    message: 'hubFailed',
    before: refused('removeHubService'),
    prepare: (page, text) => press(page, text('clinic', 'hub.of', { name: self })),
    act: (page) =>
      page
        .getByRole('dialog')
        .getByRole('checkbox', { name: /Controllo nei/ })
        .click(),
  },
  {
    ...screen,
    message: 'invitationAnswerFailed',
    before: async (page) => {
      await withInvitation(page);
      await refused('updateHub')(page);
    },
    prepare: ready,
    act: (page, text) => press(page, text('clinic', 'invitations.accept')),
  },
];
