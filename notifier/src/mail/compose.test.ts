import type { MailJob } from '@visita/contracts/jobs';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import { expect, test } from 'vitest';
import { createCompose } from './compose.ts';
import type { Appointment, Invitation, MailReads } from './reads.ts';
import type { Slots } from './templates/slots.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const subjects = ['patient-p1', 'pro-d1'] as const;
const appointment: Appointment = {
  byLink: false,
  turn: 0,
  suspended: false,
  limited: false,
  subjects,
  status: 'pending',
  confirmBy: new Date('2026-11-20T10:00:00.000Z'),
  start: new Date('2026-11-23T09:30:00.000Z'),
  end: new Date('2026-11-23T10:00:00.000Z'),
  timezone: 'Atlantic/Canary',
  service: 'Visita',
  minutes: 30,
  patient: 'Ada',
  attendee: null,
  email: 'ada@example.com',
  language: 'es',
  professional: 'Lucía Gómez',
  clinic: 'Sol',
  address: 'Mayor 1, 35001 Las Palmas',
  directions: '',
  toBring: '',
  contact: '',
  slug: null,
  tellsCancellations: true,
  remindsPatient: true,
  byPlan: false,
  noticeHours: 24,
  movable: true,
  pro: { email: 'lucia@example.com', language: 'it', reminded: true, told: true, connected: false },
};
const invited: Invitation = {
  subjects: ['pro-d2'],
  proId: 'b1',
  email: 'pro@example.com',
  language: 'it',
  status: 'pending',
  clinic: 'Sol',
  city: 'Las Palmas',
  owner: null,
};

const compose = async (
  template: MailJob['template'],
  found: Partial<Record<keyof MailReads, unknown>>,
  { eventId = 'e', ...more }: Partial<Pick<MailJob, 'eventId' | 'before' | 'at' | 'visit'>> = {},
) => {
  let slots: Slots | undefined;
  let rendered: MailJob['template'] | undefined;
  const reads = {
    appointment: async () => found.appointment,
    series: async () => found.series,
    account: async () => found.account,
    code: async () => found.code,
    isReplaced: async () => found.isReplaced === true,
    invitation: async () => found.invitation,
    named: async () => ({ visits: [], asks: false }),
    waiting: async () => found.waiting,
    recall: async () => found.recall,
    daySheet: async () => undefined,
  } as MailReads;
  const write = createCompose({
    reads,
    render: (by, _, given) => {
      rendered = by;
      slots = given;
      return { from: 'Sol', subject: 's', text: 't', html: 'h' };
    },
    publicOrigin: 'https://visita.example',
    confirmationToken: (id) => `token of ${id}`,
    accountToken: (purpose, { proId, tokenId }) => `${purpose} ${proId} ${tokenId}`,
    uidHost: 'visita.example',
    manageToken: ({ bookingId, turn }) => ['manage', bookingId, turn || ''].join(' ').trim(),
    waitingToken: (id) => `waiting ${id}`,
    offerToken: (id) => `offer ${id}`,
    messagesToken: (id) => `messages ${id}`,
    holdCode: (id) => `code ${id}`,
    sender: 'no-reply@visita.example',
    now: () => now,
  });
  const job = { template, eventId, about: 'b1', tokenId: 't1', sequence: 3 };
  return {
    mail: await write({ ...job, ...more }),
    slots,
    template: rendered,
  };
};

test("a request to confirm has the link and times in the clinic's zone", async () => {
  const { mail, slots } = await compose('confirmation-request', { appointment });
  const written = { from: 'Sol', subject: 's', text: 't', html: 'h', provokedBy: null };
  expect(mail).toEqual({ to: 'ada@example.com', language: 'es', subjects, ...written });
  expect(slots).toMatchObject({
    link: 'https://visita.example/confirmation/?token=token%20of%20b1',
    deadline: 'viernes 20 de noviembre de 2026, 10:00\u00a0h (hora de Europa occidental)',
    when: 'lunes 23 de noviembre de 2026, 09:30\u00a0h (hora de Europa occidental)',
    place: 'Sol, Mayor 1, 35001 Las Palmas',
  });
});

test.each([
  ['lucia', 'https://visita.example/booking/lucia'],
  ['lucia_', 'https://visita.example/booking/lucia_/'],
])('the link to the booking page %s ends in a character that mail programs keep', async (slug, page) => {
  const cancelled = { ...appointment, status: 'cancelled' as const, slug };
  expect((await compose('cancelled', { appointment: cancelled })).slots).toMatchObject({ page });
});

test('the contact is greeted, and the attendee is called by first name', async () => {
  const cared = { ...appointment, status: 'confirmed' as const, attendee: 'Luca Gómez' };
  const { slots } = await compose('confirmed', { appointment: cared });
  expect(slots).toMatchObject({ patient: 'Ada', attendee: 'Luca' });
  const online = await compose('booked-online', { appointment: cared });
  expect(online.slots).toMatchObject({ patient: 'Luca Gómez' });
  expect(online.slots).not.toHaveProperty('attendee');
});

test('a patient suspended from online booking is told so, without a link', async () => {
  const { mail, slots, template } = await compose('confirmation-request', {
    appointment: { ...appointment, suspended: true },
  });
  expect(template).toBe('online-booking-suspended');
  expect(mail).toMatchObject({ to: 'ada@example.com', provokedBy: null });
  expect(slots).not.toHaveProperty('link');
});

test('an unknown patient who books a service for known patients is told so, without a link', async () => {
  const { mail, slots, template } = await compose('known-patients-only', { appointment });
  expect(template).toBe('known-patients-only');
  expect(mail).toMatchObject({ to: 'ada@example.com', provokedBy: null });
  expect(slots).not.toHaveProperty('link');
});

test('a patient at the limit of one appointment is told so, without a link', async () => {
  const { mail, slots, template } = await compose('confirmation-request', {
    appointment: { ...appointment, limited: true },
  });
  expect(template).toBe('one-appointment-only');
  expect(mail).toMatchObject({ to: 'ada@example.com', provokedBy: null });
  expect(slots).not.toHaveProperty('link');
});

test.each<[string, MailJob['template'], Partial<Record<keyof MailReads, unknown>>]>([
  ['confirmed already', 'confirmation-request', { appointment: { ...appointment, status: 'confirmed' } }],
  ['lapsed', 'confirmation-request', { appointment: { ...appointment, status: 'lapsed' } }],
  ['cancelled', 'confirmation-request', { appointment: { ...appointment, status: 'cancelled' } }],
  ['past its deadline', 'confirmation-request', { appointment: { ...appointment, confirmBy: now } }],
  ['erased', 'confirmation-request', { appointment: { ...appointment, email: null } }],
  ['cancelled', 'booked-by-pro', { appointment: { ...appointment, status: 'cancelled' } }],
  ['in the past', 'booked-by-pro', { appointment: { ...appointment, status: 'confirmed', start: now } }],
  ['cancelled', 'confirmed', { appointment: { ...appointment, status: 'cancelled' } }],
  ['orphaned', 'moved', { appointment: { ...appointment, status: 'orfan' } }],
  ['over', 'cancelled', { appointment: { ...appointment, status: 'cancelled', start: now } }],
  [
    'not to be told',
    'cancelled',
    { appointment: { ...appointment, status: 'cancelled', tellsCancellations: false } },
  ],
  ['moved to another hub', 'clinic-gone', { appointment: { ...appointment, status: 'confirmed' } }],
  ['erased', 'confirmed', { appointment: { ...appointment, status: 'confirmed', email: null } }],
  ['erased', 'welcome', { account: { email: null, language: 'it' } }],
  ['answered', 'collaboration-invitation', { invitation: { ...invited, status: 'rejected' } }],
])('a booking that is %s gets no mail (%s)', async (_, template, found) => {
  expect((await compose(template, found)).mail).toBeNull();
});

test("missing names are replaced by the clinic's", async () => {
  const confirmed = { ...appointment, status: 'confirmed', professional: null };
  expect((await compose('booked-by-pro', { appointment: confirmed })).slots).toMatchObject({
    professional: 'Sol',
  });
  expect((await compose('collaboration-invitation', { invitation: invited })).slots).toMatchObject({
    owner: 'Sol',
  });
});

test('a move is described as it is, or by the mail of the next move', async () => {
  const confirmed = { ...appointment, status: 'confirmed' };
  const there = { at: appointment.start.toISOString() };
  const otherTime = { at: '2026-11-25T09:30:00.000Z' };
  for (const template of ['moved', 'moved-by-patient'] as const) {
    expect((await compose(template, { appointment: confirmed }, there)).mail).not.toBeNull();
    await expect(compose(template, { appointment: confirmed }, otherTime)).rejects.toThrow('not readable');
    expect((await compose(template, { appointment: confirmed, isReplaced: true }, there)).mail).toBeNull();
    const gone = { ...appointment, status: 'cancelled' };
    expect((await compose(template, { appointment: gone }, otherTime)).mail).toBeNull();
  }
});

test.each<[MailJob['template'], Appointment['status']]>([
  ['confirmation-request', 'pending'],
  ['booked-by-pro', 'confirmed'],
  ['confirmed', 'confirmed'],
  ['moved', 'confirmed'],
  ['cancelled', 'cancelled'],
])('%s names the professional', async (template, status) => {
  const { slots } = await compose(template, { appointment: { ...appointment, status } });
  expect(slots?.['professional']).toBe('Lucía Gómez');
});

test.each<[MailJob['template'], string, string]>([
  ['booked-by-pro', 'confirmed', 'REQUEST'],
  ['confirmed', 'confirmed', 'REQUEST'],
  ['moved', 'confirmed', 'REQUEST'],
  ['cancelled', 'cancelled', 'CANCEL'],
  ['clinic-gone', 'orfan', 'CANCEL'],
])('%s has the appointment attached for calendars', async (template, status, method) => {
  const { mail, slots } = await compose(template, { appointment: { ...appointment, status } });
  expect(mail?.invite?.method).toBe(method);
  const link = method === 'REQUEST' ? 'https://visita.example/manage/?token=manage%20b1' : undefined;
  expect(slots?.['link']).toBe(link);
  const lines = mail?.invite?.content.replaceAll('\r\n ', '').split('\r\n');
  expect(lines?.filter((line) => /^(?:URL|DESCRIPTION):/.test(line))).toEqual(
    link === undefined ? [] : [`DESCRIPTION:${link}`, `URL:${link}`],
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      `METHOD:${method}`,
      'UID:b1@visita.example',
      'SEQUENCE:3',
      'DTSTART:20261123T093000Z',
      'DTEND:20261123T100000Z',
      'ORGANIZER;CN="Lucía Gómez":mailto:no-reply@visita.example',
    ]),
  );
});

test("a reminder goes to the patient, and to the pro in the pro's language", async () => {
  const found = { appointment: { ...appointment, status: 'confirmed' } };
  const eventId = reminderIdOf('b1', appointment.start.toISOString());
  const patient = await compose('reminder', found, { eventId });
  expect(patient.mail).toMatchObject({
    to: 'ada@example.com',
    language: 'es',
    invite: { method: 'REQUEST' },
  });
  const pro = await compose('reminder-pro', found, { eventId });
  expect(pro.mail).toMatchObject({ to: 'lucia@example.com', language: 'it' });
  expect(pro.slots).toMatchObject({ day: 'lunedì 23 novembre 2026', patient: 'Ada' });
});

test.each<[string, Partial<Appointment>]>([
  ['switched off', { remindsPatient: false, pro: { ...appointment.pro, reminded: false } }],
  ['cancelled', { status: 'cancelled' }],
  ['orphaned', { status: 'orfan' }],
  ['moved', { start: new Date('2026-11-24T09:30:00.000Z') }],
  ['over', { start: now }],
])('no reminder is sent for a booking that is %s', async (_, changes) => {
  const found = { appointment: { ...appointment, status: 'confirmed', ...changes } };
  const at = changes.start === now ? now : appointment.start;
  for (const template of ['reminder', 'reminder-pro'] as const) {
    const eventId = reminderIdOf('b1', at.toISOString());
    expect((await compose(template, found, { eventId })).mail).toBeNull();
  }
});

test('a mail says until when the patient may change the booking, and nothing after that', async () => {
  const at = async (noticeHours: number) => {
    const { slots } = await compose('confirmed', {
      appointment: { ...appointment, status: 'confirmed', noticeHours },
    });
    return slots?.['until'];
  };
  expect(await at(24)).toBe('domingo 22 de noviembre de 2026, 09:30\u00a0h (hora de Europa occidental)');
  expect(await at(0)).toBe('lunes 23 de noviembre de 2026, 09:30\u00a0h (hora de Europa occidental)');
  expect(await at(72)).toBe('viernes 20 de noviembre de 2026, 09:30\u00a0h (hora de Europa occidental)');
  expect(await at(73)).toBeUndefined();
});

test('a mail offers no move if its professional cannot be booked online', async () => {
  const changes = { status: 'confirmed', movable: false } as const;
  const { slots } = await compose('confirmed', { appointment: { ...appointment, ...changes } });
  expect(slots).not.toHaveProperty('until');
  expect(slots).toHaveProperty(
    'cancelUntil',
    'domingo 22 de noviembre de 2026, 09:30\u00a0h (hora de Europa occidental)',
  );
  const late = { ...appointment, ...changes, noticeHours: 73 };
  expect((await compose('confirmed', { appointment: late })).slots).not.toHaveProperty('cancelUntil');
});

test.each<[MailJob['template'], string, string, string]>([
  ['booked-online', 'confirmed', 'PUBLISH', 'CONFIRMED'],
  ['moved-by-patient', 'confirmed', 'PUBLISH', 'CONFIRMED'],
  ['cancelled-by-patient', 'cancelled', 'CANCEL', 'CANCELLED'],
])(
  "%s is mailed to the pro, in the pro's language, with the appointment",
  async (template, status, method, word) => {
    const before = '2026-11-24T09:30:00.000Z';
    const { mail, slots } = await compose(template, { appointment: { ...appointment, status } }, { before });
    expect(mail).toMatchObject({ to: 'lucia@example.com', language: 'it', subjects });
    expect(slots).toMatchObject({
      day: 'lunedì 23 novembre 2026',
      before: 'martedì 24 novembre 2026, ore 09:30 (ora dell’Europa occidentale)',
      patient: 'Ada',
      link: 'https://visita.example/dashboard/calendar',
    });
    expect(slots).not.toHaveProperty('until');
    const lines = mail?.invite?.content.split('\r\n') ?? [];
    expect(lines).toContain('URL:https://visita.example/dashboard/calendar');
    const same = ['UID:b1@visita.example', 'SEQUENCE:3', 'DTSTART:20261123T093000Z', 'SUMMARY:Visita – Ada'];
    expect(lines).toEqual(expect.arrayContaining([`METHOD:${method}`, `STATUS:${word}`, ...same]));
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
  },
);

test('a connected calendar gets no attachment', async () => {
  const pro = { ...appointment.pro, connected: true };
  const { mail } = await compose('booked-online', {
    appointment: { ...appointment, status: 'confirmed', pro },
  });
  expect(mail).toMatchObject({ to: 'lucia@example.com' });
  expect(mail).not.toHaveProperty('invite');
});

test.each<[string, MailJob['template'], Partial<Appointment>]>([
  ['cancelled since', 'booked-online', { status: 'cancelled' }],
  ['orphaned since', 'moved-by-patient', { status: 'orfan' }],
  ['over', 'moved-by-patient', { status: 'confirmed', start: now }],
  ['over', 'cancelled-by-patient', { status: 'cancelled', start: now }],
  ['of no interest', 'booked-online', { status: 'confirmed', pro: { ...appointment.pro, told: false } }],
  [
    'a deleted account’s',
    'cancelled-by-patient',
    { status: 'cancelled', pro: { ...appointment.pro, email: null } },
  ],
])('a pro gets no mail about a booking that is %s (%s)', async (_, template, changes) => {
  expect((await compose(template, { appointment: { ...appointment, ...changes } })).mail).toBeNull();
});

test('the mail of a series after a correction has only the visits of the corrected email', async () => {
  const visit = (bookingId: string, email: string) => ({
    bookingId,
    booking: { ...appointment, status: 'confirmed', email },
    sequence: 1,
  });
  const old = visit('handed-over', 'old@example.com');
  const series = [old, visit('s1', 'ada@example.com'), visit('s2', 'ada@example.com')];
  const { mail } = await compose('series-corrected', { series }, { visit: 's2' });
  expect(mail).toMatchObject({ to: 'ada@example.com' });
  const uids = mail?.invite?.content.match(/^UID:.*(?=@)/gm);
  expect(uids).toEqual(['UID:s1', 'UID:s2']);
});

test.each<[MailJob['template'], MailJob['template']]>([
  ['series-booked', 'booked-by-pro'],
  ['series-corrected', 'corrected'],
  ['series-moved', 'moved'],
])('%s about one visit is the mail %s', async (template, single) => {
  const series = [{ bookingId: 's1', booking: { ...appointment, status: 'confirmed' }, sequence: 1 }];
  expect((await compose(template, { series })).template).toBe(single);
});

test('facts missing from the read models are an error, so that the job is retried', async () => {
  await expect(compose('confirmation-request', {})).rejects.toThrow('not readable yet');
});

const account = {
  subjects: ['pro-b1'],
  email: 'old@example.com',
  proven: false,
  language: 'it',
  pendingEmail: 'new@example.com',
} as const;

test.each<[MailJob['template'], string, string | undefined]>([
  ['password-reset', 'old@example.com', 'https://visita.example/password-setting?token=reset%20b1%20t1'],
  ['password-changed', 'old@example.com', 'https://visita.example/password-request'],
  ['email-change', 'new@example.com', 'https://visita.example/new-mail-setting?token=email-change%20b1%20t1'],
  ['email-change-notice', 'old@example.com', undefined],
  ['new-browser', 'old@example.com', 'https://visita.example/dashboard/account-data'],
  ['calendar-feed-created', 'old@example.com', 'https://visita.example/dashboard/account-data'],
  [
    'address-proof',
    'old@example.com',
    'https://visita.example/email-confirmation/?token=address-proof%20b1%20t1',
  ],
])('%s goes to %s', async (template, to, link) => {
  const { mail, slots } = await compose(template, { account });
  expect(mail?.to).toBe(to);
  expect(slots?.['link']).toBe(link);
});

test("the link of a change of email counts against the account's budget, the notice is always sent", async () => {
  expect((await compose('email-change', { account })).mail).toMatchObject({ provokedBy: 'pro-b1' });
  expect((await compose('email-change-notice', { account })).mail).not.toHaveProperty('provokedBy');
});

test('a proven address gets no further link', async () => {
  const { mail } = await compose('address-proof', { account: { ...account, proven: true } });
  expect(mail).toBeNull();
});

test('an invitation to an unknown email leads to the collaborator’s password page', async () => {
  const { slots } = await compose('invitation', { invitation: invited });
  expect(slots).toMatchObject({
    link: 'https://visita.example/password-setting-collaborator?token=invitation%20b1%20t1',
    clinic: 'Sol',
  });
});
