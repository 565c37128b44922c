import type { Page } from '@playwright/test';
import type { ListedPatient } from '@visita/contracts/patient/views';
import { chooseTime, fillContact } from '../patient.ts';
import type { Text } from '../screens/screen.ts';
import { intercept } from '../screens/intercept.ts';
import { pressedOf } from '../screens/opening.ts';
import { press } from '../screens/states.ts';
import type { World } from '../screens/world.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const name = 'Nives Orlando';
const patient = { name, id: 'p', email: 'nives@example.com', prefix: '+39', phone: '3337654321' };
const page = { path: ({ patientId }: World) => `/dashboard/patients/${patientId}` };

const openEdit = (view: Page, text: Text) => press(view, text('patients', 'edit.open'));
const saveEdit = (view: Page, text: Text) =>
  inDialog(view, text('patients', 'edit.title'), text('patients', 'edit.save'));

const openMenu = pressedOf('patients', 'more');
const pressInMenu = (key: string) => async (view: Page, text: Text) => {
  await openMenu(view, text);
  await press(view, text('patients', key));
};
const openErasure = pressInMenu('erase.open');
const erase = (view: Page, text: Text) =>
  inDialog(view, text('patients', 'erase.title', { patient: name }), text('patients', 'erase.confirm'));

const decisionOn = (key: string) => ({
  open: pressInMenu(`${key}.open`),
  confirm: (view: Page, text: Text) =>
    inDialog(view, text('patients', `${key}.title`, { patient: name }), text('patients', `${key}.open`)),
});
type OnlineBooking = 'suspend' | 'resume';
const openOnlineBooking = (which: OnlineBooking) => decisionOn(`onlineBooking.${which}`).open;
const confirmOnlineBooking = (which: OnlineBooking) => decisionOn(`onlineBooking.${which}`).confirm;
type Restriction = 'restrict' | 'lift';
const openRestriction = (which: Restriction) => decisionOn(`restriction.${which}`).open;
const confirmRestriction = (which: Restriction) => decisionOn(`restriction.${which}`).confirm;

type Hold = 'set' | 'lift';
const openHold = (which: Hold) => decisionOn(`legalHold.${which}`).open;
const confirmHold = (which: Hold) => async (view: Page, text: Text) => {
  await view.getByLabel(text('patients', 'legalHold.reason')).fill('Causa in corso');
  await decisionOn(`legalHold.${which}`).confirm(view, text);
};

const booking = { path: ({ slug }: World) => `/booking/${slug}`, viewer: 'visitor' } as const;

const writeBooking = async (view: Page) => {
  await chooseTime(view, 'it', 'Prima visita');
  await fillContact(view, 'it', patient);
};
const book = (view: Page, text: Text) => press(view, text('booking', 'form.submit'));

const listed: ListedPatient = {
  ...patient,
  birth_date: '',
  responsible_id: '',
  relation: '',
  version: '',
  tags: [],
  note: '',
  remarks_version: '',
  last_visit: '',
  next_visit: '',
  responsible: null,
};
const suggesting = (view: Page) =>
  intercept(view, 'getDuplicates', ({ message }) => ({
    message,
    data: [{ one: listed, other: { ...listed, id: 'q' }, because: ['name' as const] }],
  }));
const compare = (view: Page, text: Text) => press(view, text('patients', 'duplicates.compare'));
const decide = (view: Page, text: Text, key: 'duplicates.merge' | 'duplicates.apart') =>
  inDialog(view, text('patients', 'duplicates.title'), text('patients', key));

export const patientMessages: readonly TimedMessage[] = [
  {
    ...page,
    situation: 'Patient update failure',
    message: 'patientUpdateFailed',
    before: refused('updatePatient'),
    prepare: openEdit,
    act: saveEdit,
  },
  {
    ...page,
    situation: 'Patient update success',
    message: 'patientUpdated',
    before: answered('updatePatient', listed),
    prepare: openEdit,
    act: saveEdit,
  },
  {
    ...page,
    message: 'patientErasureFailed',
    before: refused('erasePatient'),
    prepare: openErasure,
    act: erase,
  },
  {
    ...page,
    message: 'patientErased',
    before: answered('erasePatient'),
    prepare: openErasure,
    act: erase,
  },
  {
    ...page,
    message: 'patientMergeFailed',
    before: async (view) => {
      await suggesting(view);
      await refused('mergePatients')(view);
    },
    prepare: compare,
    act: (view, text) => decide(view, text, 'duplicates.merge'),
  },
  {
    ...page,
    message: 'patientsMerged',
    before: async (view) => {
      await suggesting(view);
      await answered('mergePatients', listed)(view);
    },
    prepare: compare,
    act: (view, text) => decide(view, text, 'duplicates.merge'),
  },
  {
    ...page,
    message: 'patientsToldApart',
    before: async (view) => {
      await suggesting(view);
      await answered('tellPatientsApart')(view);
    },
    prepare: compare,
    act: (view, text) => decide(view, text, 'duplicates.apart'),
  },
  {
    ...page,
    message: 'patientsSeparated',
    before: async (view) => {
      await intercept(view, 'getPatientBookings', ({ message, data }) => ({
        message,
        data: { ...data, merged: [{ ...data.patient, id: 'q' }] },
      }));
      await answered('separatePatients', listed)(view);
    },
    prepare: (view, text) => press(view, text('patients', 'duplicates.separate.open')),
    act: (view, text) =>
      inDialog(
        view,
        text('patients', 'duplicates.separate.title'),
        text('patients', 'duplicates.separate.open'),
      ),
  },
  {
    ...page,
    message: 'patientRestricted',
    before: answered('restrictPatient'),
    prepare: openRestriction('restrict'),
    act: confirmRestriction('restrict'),
  },
  {
    ...page,
    message: 'patientRestrictionLifted',
    before: async (view) => {
      await intercept(view, 'getPatientBookings', ({ message, data }) => ({
        message,
        data: { ...data, patient: { ...data.patient, restricted: true } },
      }));
      await answered('restrictPatient')(view);
    },
    prepare: openRestriction('lift'),
    act: confirmRestriction('lift'),
  },
  {
    ...page,
    message: 'legalHoldSet',
    before: answered('setLegalHold'),
    prepare: openHold('set'),
    act: confirmHold('set'),
  },
  {
    ...page,
    message: 'legalHoldLifted',
    before: async (view) => {
      await intercept(view, 'getPatientBookings', ({ message, data }) => ({
        message,
        data: { ...data, patient: { ...data.patient, legal_hold: 'Causa in corso' } },
      }));
      await answered('setLegalHold')(view);
    },
    prepare: openHold('lift'),
    act: confirmHold('lift'),
  },
  {
    ...page,
    message: 'onlineBookingSuspended',
    before: answered('suspendOnlineBooking'),
    prepare: openOnlineBooking('suspend'),
    act: confirmOnlineBooking('suspend'),
  },
  {
    ...page,
    message: 'onlineBookingResumed',
    before: async (view) => {
      await intercept(view, 'getPatientBookings', ({ message, data }) => ({
        message,
        data: { ...data, patient: { ...data.patient, suspended: '' } },
      }));
      await answered('suspendOnlineBooking')(view);
    },
    prepare: openOnlineBooking('resume'),
    act: confirmOnlineBooking('resume'),
  },
  {
    ...page,
    message: 'patientExportFailed',
    before: refused('exportPatient'),
    prepare: openMenu,
    act: (view, text) => press(view, text('patients', 'export.open')),
  },
  {
    ...booking,
    situation: 'Public booking failure',
    message: 'requestFailed',
    before: refused('requestBooking'),
    prepare: writeBooking,
    act: book,
  },
  {
    ...booking,
    situation: 'Public booking success',
    message: 'requestSent',
    before: (view) =>
      view.route('**/api/new_booking', (route) =>
        route.fulfill({ json: { message: '', data: { id: 'b', confirmBy: '2027-03-19T10:00:00Z' } } }),
      ),
    prepare: writeBooking,
    act: book,
    shows: (view, text) => view.getByText(text('booking', 'success.text'), { exact: true }),
  },
];
