import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Where each way to abuse the product is tried: a file, and the name of a test in it or a row of the matrix. */
const cases: readonly (readonly [abuse: string, file: string, test: string])[] = [
  ['reading another pro’s patients', 'access/matrix-table.ts', 'getPatients/by email'],
  ['reading another pro’s bookings', 'access/matrix-table.ts', 'getProCalendar'],
  ['changing another pro’s bookings', 'access/matrix-table.ts', 'deleteBooking'],
  ['changing another pro’s options', 'access/matrix-table.ts', 'updateOptions'],
  ['reading another pro’s clinics', 'access/matrix-table.ts', 'getClinic/closed'],
  ['changing another pro’s hubs', 'access/matrix-table.ts', 'addHubAvailabilities'],
  ['a guest edits a colleague’s booking', 'access/matrix-table.ts', 'editBooking'],
  ['a manager changes clinic details', 'access/matrix-table.ts', 'updateClinic/details'],
  ['fields that are not the client’s', 'access/bodies.test.ts', 'what is not the client’s to set'],
  ['a paid plan through a body', 'access/bodies.test.ts', 'a paid plan'],
  ['another’s ownerId', 'access/matrix-table.ts', 'openClinic/of another'],
  [
    'one foreign element in a batch',
    'access/bodies.test.ts',
    'refuses all hours of a batch, and all services',
  ],
  ['accepting someone else’s invitation', 'access/matrix-table.ts', 'updateHub/accept'],
  [
    'two activations at limit − 1',
    'access/bodies.test.ts',
    'is accepted by so many at once as the plan has places',
  ],
  [
    'taking over an invited account',
    'access/bodies.test.ts',
    'of somebody who has an account leaves the account',
  ],
  ['signing up on an invited email', 'access/bodies.test.ts', 'is not taken over by signing up with it'],
  ['host-header poisoned links', 'access/mails.test.ts', 'whatever host a request names'],
  ['a token twice in parallel', 'access/tokens.test.ts', 'works once for ten at the same time'],
  ['a token for another purpose or email', 'access/tokens.test.ts', 'sets nobody else’s'],
  ['a token after its session ended', 'access/matrix.test.ts', 'it.each(rows)'],
  ['alg none', 'access/tokens.test.ts', 'without a signature'],
  ['a wrong audience', 'access/tokens.test.ts', 'for another audience'],
  ['an expired token', 'access/tokens.test.ts', 'after its time'],
  ['confirming after cancellation', 'access/tokens.test.ts', 'confirms no booking that was cancelled'],
  ['100 bookings of one slot', 'flows/booking.test.ts', 'for the same slot: one wins, 99 get 409'],
  ['one professional in two clinics', 'flows/booking.test.ts', 'through two clinics likewise'],
  [
    'the 11th booking under rotating headers',
    'access/limits.test.ts',
    'whatever address they say they come from',
  ],
  ['login and reset timing', 'access/accounts.test.ts', 'is told neither by the answer nor by the time'],
  ['thank-you pages', 'access/bodies.test.ts', 'is no thank-you page, whatever the plan'],
  ['markup in mails', 'access/mails.test.ts', 'in names stays text in mails'],
  ['markup in pages', 'e2e/markup.spec.ts', 'markup in names and notes is text on every page'],
  ['CR/LF in names and emails', 'access/mails.test.ts', 'in what stands on one line are refused'],
  [
    'CR/LF in notes',
    'access/mails.test.ts',
    'in notes add no header to a mail, and no line to its appointment',
  ],
  ['a foreign or pending clinic’s room', 'access/sockets.test.ts', 'lets the %s in'],
  [
    'a guest while a colleague is booked',
    'access/sockets.test.ts',
    'tells staff of every booking, a guest of their own',
  ],
  [
    'a membership lost while the projector rests',
    'access/sockets.test.ts',
    'is lost at once: calls are refused',
  ],
  ['flooding a mailbox', 'access/mail-budgets.test.ts', 'sends one recipient 12 mails a day'],
  ['filling a month with holds', 'access/holds.test.ts', 'with a proof of work past half of them'],
  ['many holds from one network', 'access/holds.test.ts', 'is asked for a proof after three'],
  ['many holds with one phone', 'access/holds.test.ts', 'holds three for one phone or email'],
  [
    'odd bodies',
    'flows/bad-input.test.ts',
    'refuses bad bodies of every call with a problem, and writes nothing',
  ],
  ['__proto__, twice the same key, 2 MB', 'support/bad-input.ts', 'a name given twice'],
  ['impossible dates', 'support/bad-input.ts', '2026-02-30T09:00'],
  [
    'a stranger’s mailbox made of an address',
    '../platform/src/http/register.test.ts',
    'are refused under strict',
  ],
  [
    'a password that everybody tries',
    '../command-service/src/account/commands.test.ts',
    'is refused under strict',
  ],
  [
    'an export by a browser that was left open',
    '../platform/src/auth/auth.test.ts',
    'are asked for the password again ten minutes after it was given',
  ],
  ['ending another’s session', 'access/matrix-table.ts', 'endSession'],
  [
    'guessing a password from many addresses',
    '../command-service/src/account/commands.test.ts',
    'is slowed after ten failures, known email or not',
  ],
  [
    'locking an owner out by failing for them',
    '../command-service/src/account/commands.test.ts',
    'but not in a browser that its pro is known in',
  ],
  ['a code of the authenticator twice', '../platform/src/auth/factors.test.ts', 'and each code once'],
  ['mutations by GET', 'access/http.test.ts', 'GET and HEAD change nothing'],
];

it.each(cases)('%s is tried in %s', async (_, file, name) => {
  const source = await readFile(join(import.meta.dirname, '..', file), 'utf8');
  expect(source).toContain(name);
});
