import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Tests of each abuse case: a file, and part of a test's name or a row of the matrix. */
const cases: readonly (readonly [abuse: string, file: string, test: string])[] = [
  ['reading another pro’s patients', 'access/matrix-table.ts', 'getPatients/by email'],
  ['reading another pro’s bookings', 'access/matrix-table.ts', 'getProCalendar'],
  ['changing another pro’s bookings', 'access/matrix-table.ts', 'deleteBooking'],
  ['changing another pro’s options', 'access/matrix-table.ts', 'updateOptions'],
  ['reading another pro’s clinics', 'access/matrix-table.ts', 'getClinic/closed'],
  ['changing another pro’s hubs', 'access/matrix-table.ts', 'addHubAvailabilities'],
  ['a guest edits a colleague’s booking', 'access/matrix-table.ts', 'editBooking'],
  ['a manager changes clinic details', 'access/matrix-table.ts', 'updateClinic/details'],
  ['fields that are not the client’s', 'access/bodies.test.ts', 'fields that clients cannot set'],
  ['a paid plan through a body', 'access/bodies.test.ts', 'a paid plan'],
  ['another’s ownerId', 'access/matrix-table.ts', 'openClinic/of another'],
  ['one foreign element in a batch', 'access/bodies.test.ts', 'refuses the whole batch of hours or services'],
  ['accepting someone else’s invitation', 'access/matrix-table.ts', 'updateHub/accept'],
  [
    'two activations at limit − 1',
    'access/bodies.test.ts',
    'is accepted concurrently only up to the plan’s limit, and so are reactivations',
  ],
  [
    'taking over an invited account',
    'access/bodies.test.ts',
    'of an existing account changes nothing in it and shows neither name nor phone',
  ],
  [
    'signing up on an invited email',
    'access/bodies.test.ts',
    'cannot be taken over by signing up with its email',
  ],
  [
    'host-header poisoned links',
    'access/mails.test.ts',
    'lead to the product’s own origin, whatever Host header a request has',
  ],
  [
    'a token twice in parallel',
    'access/tokens.test.ts',
    'works once for ten concurrent requests, and can be checked any number of times before',
  ],
  ['a token for another purpose or email', 'access/tokens.test.ts', 'sets only its own account’s password'],
  ['a token after its session ended', 'access/matrix.test.ts', 'it.each(rows)'],
  ['alg none', 'access/tokens.test.ts', 'without a signature'],
  ['a wrong audience', 'access/tokens.test.ts', 'for another audience'],
  ['an expired token', 'access/tokens.test.ts', 'after its time'],
  [
    'confirming after cancellation',
    'access/tokens.test.ts',
    'confirms neither a cancelled booking nor one by its other link',
  ],
  ['100 bookings of one slot', 'flows/booking.test.ts', 'for the same slot: one wins, 99 get 409'],
  ['one professional in two clinics', 'flows/booking.test.ts', 'through two clinics: one wins'],
  ['the 11th booking under rotating headers', 'access/limits.test.ts', 'whatever address they claim'],
  [
    'login and reset timing',
    'access/accounts.test.ts',
    'is revealed neither by the response nor by the time of a login or a password reset',
  ],
  ['thank-you pages', 'access/bodies.test.ts', '%s is not a valid thank-you page on any plan'],
  ['markup in mails', 'access/mails.test.ts', 'in names stays text in mails'],
  ['markup in pages', 'e2e/markup.spec.ts', 'markup in names and notes is text on every page'],
  [
    'CR/LF in names and emails',
    'access/mails.test.ts',
    'in single-line fields are refused without an event: %j',
  ],
  [
    'CR/LF in notes',
    'access/mails.test.ts',
    'in notes add neither a mail header nor a line to the calendar attachment',
  ],
  ['a foreign or pending clinic’s room', 'access/sockets.test.ts', 'joining as %s: %s'],
  [
    'a guest while a colleague is booked',
    'access/sockets.test.ts',
    'sends staff every booking and guests their own, and ignores messages of clients',
  ],
  [
    'a membership lost while the projector rests',
    'access/sockets.test.ts',
    'ends at once: calls are refused, the calendar is hidden, and the socket receives nothing',
  ],
  [
    'flooding a mailbox',
    'access/mail-budgets.test.ts',
    'sends one recipient at most 12 mails a day from one account and 30 in all',
  ],
  [
    'filling a month with holds',
    'access/holds.test.ts',
    'can still be booked: with a proof of work above half of them, with a mailed code above all',
  ],
  [
    'many holds from one network',
    'access/holds.test.ts',
    'needs a proof after three holds and is never refused; neighbouring networks need none',
  ],
  [
    'many holds with one phone',
    'access/holds.test.ts',
    'is limited to three holds per phone or email from any network, and needs a mailed code for more',
  ],
  [
    'odd bodies',
    'flows/bad-input.test.ts',
    'refuses invalid bodies of every call with a problem response and no event',
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
    'require the password again ten minutes after it was given',
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
    'except in a known browser',
  ],
  ['a code of the authenticator twice', '../platform/src/auth/factors.test.ts', 'and each code once'],
  [
    'a link of the waiting list in a mailbox of a wrong address',
    'access/planned-messages.test.ts',
    'end when the email to which they were mailed is corrected',
  ],
  [
    'filling a mailbox with links of the waiting list',
    '../command-service/src/waiting/join.test.ts',
    'makes at most five entries of one email a day, each with one mail',
  ],
  [
    'many entries by one link',
    '../command-service/src/waiting/join.test.ts',
    'makes one entry of the link of a booking',
  ],
  [
    'fields added to a signed request of a gateway',
    '../command-service/src/messages/receive.test.ts',
    'fields that were added to its address do not',
  ],
  [
    'names of another clinic in series and offers',
    'access/two-owners.test.ts',
    'a refused time names the time only',
  ],
  [
    'constructor as an SMS provider',
    'access/planned-messages.test.ts',
    'a property that every object has is no SMS provider',
  ],
  [
    'filling a mailbox with offers from an account',
    'access/offer-budgets.test.ts',
    'an offer counts against the mails of an account',
  ],
  [
    'a session to join the waiting list more often than visitors may',
    'access/waiting-limit.test.ts',
    'a pro who joins as a visitor like a visitor',
  ],
  [
    'control characters in an answer by text',
    '../command-service/src/messages/receive.test.ts',
    'an answer is kept without control characters',
  ],
  ['a mailed link for another call', 'access/token-purposes.test.ts', 'opens the calls of its purpose only'],
  ['mutations by GET', 'access/http.test.ts', 'GET and HEAD change nothing'],
];

it.each(cases)('%s is tested in %s', async (_, file, name) => {
  const source = await readFile(join(import.meta.dirname, '..', file), 'utf8');
  expect(source).toContain(name);
});
