import type { Language } from '@visita/contracts/language';
import type { MailJob } from '@visita/contracts/jobs';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import { expect, test } from 'vitest';
import { createCompose } from './compose.ts';
import type { Appointment, MailReads, SentCode } from './reads.ts';
import { createRender } from './templates/render.ts';
import { createTexts } from './templates/texts.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const start = new Date('2026-11-23T09:30:00.000Z');

/** Every mail to a patient, with the state of the booking in which it is sent. */
const mails: readonly [MailJob['template'], Partial<Appointment>][] = [
  ['hold-code', {}],
  ['confirmation-request', { status: 'pending' }],
  ['online-booking-suspended', { status: 'pending', suspended: true }],
  ['known-patients-only', { status: 'pending' }],
  ['one-appointment-only', { status: 'pending', limited: true }],
  ['booked-by-pro', {}],
  ['series-booked', {}],
  ['series-corrected', {}],
  ['series-moved', {}],
  ['series-cancelled', { status: 'cancelled' }],
  ['confirmed', {}],
  ['corrected', {}],
  ['moved', {}],
  ['cancelled', { status: 'cancelled' }],
  ['clinic-gone', { status: 'orfan' }],
  ['reminder', {}],
];
const words: Readonly<Record<Language, string>> = { it: 'lunedì', en: 'Monday', es: 'lunes' };

const write = async (template: MailJob['template'], language: Language, more: Partial<Appointment>) => {
  const appointment: Appointment = {
    status: 'confirmed',
    byLink: false,
    turn: 0,
    confirmBy: new Date('2026-11-23T09:00:00.000Z'),
    start,
    end: new Date('2026-11-23T10:00:00.000Z'),
    timezone: 'Europe/Rome',
    service: 'Visita',
    minutes: 30,
    patient: 'Ada',
    attendee: null,
    directions: '',
    toBring: '',
    email: 'ada@example.com',
    language,
    suspended: false,
    limited: false,
    contact: '',
    slug: null,
    professional: 'Lucía Gómez',
    clinic: 'Sol',
    address: 'Via Appia 1, 00100 Roma',
    tellsCancellations: true,
    remindsPatient: true,
    byPlan: false,
    noticeHours: 24,
    movable: true,
    // The professional writes in another language.
    pro: {
      email: 'l@example.com',
      language: language === 'it' ? 'en' : 'it',
      reminded: true,
      told: true,
      connected: false,
    },
    subjects: ['patient-p1', 'pro-d1'],
    ...more,
  };
  const code: SentCode = {
    email: 'ada@example.com',
    language,
    subjects: ['patient-p1'],
    codeId: 't1',
    expires: start,
    timezone: 'Europe/Rome',
  };
  const reads: MailReads = {
    appointment: async () => appointment,
    series: async () => ['b1', 'b2'].map((bookingId) => ({ bookingId, booking: appointment, sequence: 0 })),
    account: async () => undefined,
    invitation: async () => undefined,
    waiting: async () => undefined,
    recall: async () => undefined,
    daySheet: async () => undefined,
    isReplaced: async () => false,
    named: async () => ({ visits: [], asks: false }),
    code: async () => code,
  };
  const compose = createCompose({
    reads,
    render: createRender(await createTexts()),
    publicOrigin: 'https://visita.example',
    confirmationToken: () => 'token',
    accountToken: () => 'token',
    uidHost: 'visita.example',
    manageToken: () => 'token',
    waitingToken: () => 'token',
    offerToken: () => 'token',
    messagesToken: () => 'token',
    holdCode: () => '12345678',
    sender: 'no-reply@visita.example',
    now: () => now,
  });
  const eventId = reminderIdOf('b1', start.toISOString());
  return compose({ template, eventId, about: 'b1', tokenId: 't1', sequence: 3 });
};

const every = mails.flatMap(([template, more]) =>
  (['it', 'en', 'es'] as const).map((language) => [template, language, more] as const),
);

test.each(every)(
  "%s is mailed to the patient in the booking's language, %s",
  async (template, language, more) => {
    const mail = await write(template, language, more);
    expect(mail).toMatchObject({ to: 'ada@example.com', language });
    expect(mail?.html).toContain(`lang="${language}"`);
    expect(mail?.text).toContain(words[language]);
    // The calendar file names service, professional and place, which have no language.
    expect(mail?.invite?.content ?? '').not.toMatch(new RegExp(Object.values(words).join('|'), 'i'));
  },
);
