import type { Page } from '@playwright/test';
import { dueRecall } from './due-recall.ts';
import { intercept } from './intercept.ts';
import { dialog, inTurn, pressed, pressedOf, type After, type Openings, type Sign } from './opening.ts';

/** Shows the demo's waiting person in each state. */
const manyWait = (page: Page) =>
  intercept(page, 'getWaitingList', ({ data: [person], ...answer }) => {
    if (!person) throw new Error('the demo has no waiting person');
    const offer = {
      id: 'o',
      dates: ['2027-01-12T10:00:00+01:00'],
      professional: 'Giulia Ferri',
      until: '2027-01-11T18:00:00+01:00',
      because: 'turn' as const,
      asked: 2,
    };
    const data = [
      { ...person, id: 'a', name: 'Maria Antonietta Della Valle Castelbarco', urgent: true },
      { ...person, id: 'b', name: 'Ada Bruni', email: null, booking_id: 'b' },
      { ...person, id: 'c', name: 'Zita Gallo', paused_until: '2027-01-20T00:00:00Z' },
      { ...person, id: 'd', name: 'Aldo Neri', offer },
    ];
    const left = [
      { date: '2027-01-13T09:30:00+01:00', hub_id: 'h', hub_service_id: 's', professional: 'Giulia Ferri' },
    ];
    return { ...answer, data, left };
  });

/** Shows a plan of two reminders and a rule for invitations. */
const withMessages = async (page: Page) => {
  const rule = { clinicServiceId: null, months: 12, tag: null, treatment: true, automatic: false };
  await intercept(page, 'getRecallRules', (answer) => ({ ...answer, data: [rule] }));
  await intercept(page, 'getReminderPlan', (answer) => {
    const step = { clinicServiceId: null, channel: 'mail' as const, ask: true };
    return {
      ...answer,
      data: [
        { ...step, before: 'P1D', at: '18:00' },
        { ...step, before: 'PT3H', at: null },
      ],
    };
  });
};

const provider: After = (page, text) =>
  page
    .getByRole('region', { name: text('messages', 'texts.title') })
    .getByLabel(text('messages', 'texts.provider'))
    .selectOption('file')
    .then(() => undefined);

const reminders: Sign = (page, text) => page.getByRole('list', { name: text('messages', 'plan.list') });

const invite: Sign = (page, text) =>
  page.getByRole('checkbox', { name: text('recalls', 'choose', { name: dueRecall.name }), exact: true });

const listed = JSON.stringify([
  { id: 'm', name: 'Marta Riva', email: 'marta@example.com' },
  { id: 's', name: 'Maria Antonietta Della Valle Castelbarco', email: 'sara@example.com' },
]);

const deskTitle: Sign = (page, text) => page.getByRole('heading', { name: text('auth', 'desk.title') });

const toMove: Sign = (page, text) =>
  page.getByRole('button', { name: text('inactivity', 'visits.cancelOf', { patient: 'Carla Verdi' }) });

/** Openings of the waiting list, of message settings, of a shared browser and of visits in the way. */
export const deskOpenings: Openings = {
  '/dashboard/waiting_list': [
    {
      name: 'people',
      view: true,
      before: manyWait,
      after: (page) => page.getByText('Ada Bruni').waitFor(),
      sign: (page) => page.getByText('Ada Bruni'),
    },
    {
      name: 'new person',
      before: manyWait,
      after: pressed('waiting', 'staff.add'),
      sign: dialog('waiting', 'staff.add'),
    },
    {
      name: 'offer',
      before: manyWait,
      after: pressedOf('waiting', 'staff.offer'),
      sign: dialog('waiting', 'staff.offerTitle'),
    },
  ],
  '/dashboard/recalls': [
    {
      name: 'chosen',
      view: true,
      after: (page, text) => invite(page, text).check(),
      sign: invite,
    },
  ],
  '/dashboard/setting': [
    {
      name: 'reminders, texts and rules',
      view: true,
      before: withMessages,
      after: inTurn((page, text) => reminders(page, text).waitFor(), provider),
      sign: reminders,
    },
  ],
  '/dashboard/inactivity/visits': [
    {
      name: 'decided',
      view: true,
      after: (page, text) => toMove(page, text).click(),
      sign: toMove,
    },
  ],
  '/login': [
    {
      name: 'shared desk',
      view: true,
      before: (page) => page.addInitScript(`localStorage.setItem('visita.desk', '${listed}')`),
      after: (page, text) => deskTitle(page, text).waitFor(),
      sign: deskTitle,
    },
  ],
};
