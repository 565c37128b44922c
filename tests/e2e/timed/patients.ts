import type { Page } from '@playwright/test';
import { chooseTime, fillContact } from '../patient.ts';
import type { Text } from '../screens/screen.ts';
import { press } from '../screens/states.ts';
import type { World } from '../screens/world.ts';
import { answered, inDialog, refused, type TimedMessage } from './message.ts';

const name = 'Nives Orlando';
const patient = { name, id: 'p', email: 'nives@example.com', prefix: '+39', phone: '3337654321' };
const page = { path: ({ patientId }: World) => `/dashboard/patients/${patientId}` };

const openEdit = (view: Page, text: Text) => press(view, text('patients', 'edit.open'));
const saveEdit = (view: Page, text: Text) =>
  inDialog(view, text('patients', 'edit.title'), text('patients', 'edit.save'));

const openErasure = (view: Page, text: Text) => press(view, text('patients', 'erase.open'));
const erase = (view: Page, text: Text) =>
  inDialog(view, text('patients', 'erase.title', { patient: name }), text('patients', 'erase.confirm'));

const booking = { path: ({ slug }: World) => `/booking/${slug}`, viewer: 'nobody', seconds: 10 } as const;

const writeBooking = async (view: Page) => {
  await chooseTime(view, 'it', 'Prima visita');
  await fillContact(view, 'it', patient);
};
const book = (view: Page, text: Text) => press(view, text('booking', 'form.submit'));

/** Messages about patients, and to them. */
export const patientMessages: readonly TimedMessage[] = [
  {
    ...page,
    situation: 'Patient update failure',
    from: 'features/patients/edit-patient.panel.tsx',
    kind: 'failed',
    seconds: 7,
    text: ['patients', 'edit.errorMessage'],
    before: refused('updatePatient'),
    prepare: openEdit,
    act: saveEdit,
  },
  {
    ...page,
    situation: 'Patient update success',
    from: 'features/patients/edit-patient.panel.tsx',
    kind: 'done',
    seconds: 7,
    text: ['patients', 'edit.done'],
    before: answered('updatePatient', patient),
    prepare: openEdit,
    act: saveEdit,
  },
  {
    ...page,
    from: 'features/patients/erase-patient.tsx',
    kind: 'failed',
    seconds: 7,
    text: ['patients', 'erase.errorMessage'],
    before: refused('erasePatient'),
    prepare: openErasure,
    act: erase,
  },
  {
    ...page,
    from: 'features/patients/erase-patient.tsx',
    kind: 'done',
    seconds: 7,
    text: ['patients', 'erase.done'],
    before: answered('erasePatient'),
    prepare: openErasure,
    act: erase,
  },
  {
    ...booking,
    situation: 'Public booking failure',
    from: 'public-booking/parts.tsx',
    kind: 'failed',
    text: ['booking', 'error.send'],
    before: refused('requestBooking'),
    prepare: writeBooking,
    act: book,
  },
  {
    ...booking,
    situation: 'Public booking success',
    from: 'public-booking/success-dialog.tsx',
    kind: 'done',
    text: ['booking', 'success.text'],
    before: (view) =>
      view.route('**/api/new_booking', (route) =>
        route.fulfill({ json: { message: '', data: { id: 'b', confirmBy: '2027-03-19T10:00:00Z' } } }),
      ),
    prepare: writeBooking,
    act: book,
    shows: (view, text) => view.getByText(text('booking', 'success.text'), { exact: true }),
  },
];
