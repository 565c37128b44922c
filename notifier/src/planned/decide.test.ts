import { createZone } from '@visita/contracts/availability/zones';
import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { expect, it } from 'vitest';
import { decideSending, type Sending, type SendingFacts } from './decide.ts';

const zone = createZone('Europe/Rome');
const at = (wall: string): number => zone.toMs(wall);

/** A reminder by mail on Monday at noon, for a visit on Tuesday. */
const usual: SendingFacts = {
  purpose: 'reminder',
  channel: 'mail',
  now: at('2026-11-23T12:00'),
  notAfter: at('2026-11-24T09:00'),
  quiet: defaultMessageSettings.quietHours,
  zone,
  recipient: { email: 'ada@example.com', mobile: '+393331234567', blocked: null },
  sent: { reminders: 0, offers: 0, recalls: 0 },
};
const given = (facts: Partial<SendingFacts>) => ({
  gives: (sending: Sending) => expect(decideSending({ ...usual, ...facts })).toEqual(sending),
});
const text: Partial<SendingFacts> = { channel: 'sms' };
const mailOnly = { email: 'ada@example.com', mobile: null, blocked: null };
const nowhere = { email: null, mobile: null, blocked: null };

it('a mail that is due is sent', () => given({}).gives({ send: 'mail' }));
it('a text that is due is sent', () => given(text).gives({ send: 'sms' }));
it('a text or mail is a text if the person can get one', () =>
  given({ channel: 'sms-else-mail' }).gives({ send: 'sms' }));
it('a text or mail is a mail otherwise', () =>
  given({ channel: 'sms-else-mail', recipient: mailOnly }).gives({ send: 'mail' }));
it('a text to a person who cannot get one is dropped', () =>
  given({ ...text, recipient: mailOnly }).gives({ drop: 'no-address' }));
it('a message to a person without email and number is dropped', () =>
  given({ channel: 'sms-else-mail', recipient: nowhere }).gives({ drop: 'no-address' }));

it('a message is dropped at its last moment', () => given({ now: usual.notAfter }).gives({ drop: 'late' }));
it('a message is sent until its last moment', () =>
  given({ now: usual.notAfter - 1 }).gives({ send: 'mail' }));

it.each(['erased', 'restricted', 'stopped'] as const)(
  'a message to a person who is %s is dropped',
  (blocked) => given({ recipient: { ...usual.recipient, blocked } }).gives({ drop: blocked }),
);

it('a text in quiet hours waits until they end', () => {
  const waits = { wait: at('2026-11-24T08:00') };
  given({ ...text, now: at('2026-11-23T21:00') }).gives(waits);
  given({ ...text, now: at('2026-11-24T07:59') }).gives(waits);
});
it('a text at the end of the quiet hours is sent', () =>
  given({ ...text, now: at('2026-11-24T08:00') }).gives({ send: 'sms' }));
it('a mail in quiet hours is sent', () => given({ now: at('2026-11-23T23:00') }).gives({ send: 'mail' }));
it('a mail in quiet hours waits if the pro wants mails to keep them', () =>
  given({ now: at('2026-11-23T23:00'), quiet: { ...usual.quiet, mails: true } }).gives({
    wait: at('2026-11-24T08:00'),
  }));
it('a text that is of no use after the quiet hours is dropped', () =>
  given({ ...text, now: at('2026-11-23T22:00'), notAfter: at('2026-11-24T08:00') }).gives({
    drop: 'quiet-hours',
  }));
it('quiet hours of no length do not exist', () =>
  given({
    ...text,
    now: at('2026-11-23T21:00'),
    quiet: { from: '21:00', until: '21:00', mails: true },
  }).gives({
    send: 'sms',
  }));
it('quiet hours within one day end on that day', () =>
  given({ ...text, quiet: { from: '12:00', until: '14:00', mails: false } }).gives({
    wait: at('2026-11-23T14:00'),
  }));

it('a third reminder on one day is dropped', () => {
  given({ sent: { reminders: 1, offers: 9, recalls: 9 } }).gives({ send: 'mail' });
  given({ sent: { reminders: 2, offers: 0, recalls: 0 } }).gives({ drop: 'cap' });
});
it('a fourth message with offers on one day is dropped', () => {
  given({ purpose: 'offer', sent: { reminders: 9, offers: 2, recalls: 9 } }).gives({ send: 'mail' });
  given({ purpose: 'offer', sent: { reminders: 0, offers: 3, recalls: 0 } }).gives({ drop: 'cap' });
});
it('a second open recall of a pro is dropped', () => {
  given({ purpose: 'recall', sent: { reminders: 9, offers: 9, recalls: 0 } }).gives({ send: 'mail' });
  given({ purpose: 'recall', sent: { reminders: 0, offers: 0, recalls: 1 } }).gives({ drop: 'cap' });
});
it('a survey has no cap', () =>
  given({ purpose: 'survey', sent: { reminders: 9, offers: 9, recalls: 9 } }).gives({ send: 'mail' }));
