import { randomUUID } from 'node:crypto';
import type { Call } from '@visita/contracts/api/call';
import { type CallName, calls } from '@visita/contracts/api/table';
import { sentToOf } from '@visita/platform/auth/booking-token';
import { expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { goodRequests } from '../support/good-requests.ts';
import { callAs } from '../support/http.ts';
import { useProduct } from '../support/hooks.ts';
import { dayAhead, openClinic } from '../support/http-practice.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

/** Kinds of access that a link opens. Those of an earlier email or turn open none. */
const opens: Readonly<Record<string, readonly Call['access'][]>> = {
  confirm: ['booking-token'],
  correct: [],
  manage: ['manage-token', 'message-token'],
  'manage of a later turn': [],
  messages: ['message-token'],
  'messages to an earlier email': [],
  entry: ['waiting-token', 'waiting-or-pro'],
  'entry to an earlier email': [],
  offer: ['offer-token'],
  'offer to an earlier email': [],
  reset: ['mail-token'],
  invitation: ['mail-token'],
  'email-change': ['mail-token'],
  'address-proof': ['mail-token'],
  garbage: [],
};

const prepare = async () => {
  const { client, stack } = product();
  const anna = await registerProven(product(), 'anna');
  const as = callAs(client, anna.token);
  const clinic = await openClinic(client, anna, 'Studio Roma');
  const email = 'elsa@example.com';
  const patient = { name: 'Elsa', email, prefix: '+39', phone: '3330001111' };
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(6)}T09:00` };
  const placed = await as('placeBooking', { body: { booking, patient } });
  const wish = { clinicId: clinic.clinicId, clinicServiceId: clinic.services[0]! };
  const entryId = (await as('joinWaitingList', { body: { ...wish, patient } })).data.id!;
  const body = { hubServiceId: clinic.offers[0], date: `${dayAhead(7)}T10:00` };
  const offerId = (await as('offerTime', { params: { id: entryId }, body })).data.id;
  await using backstage = await openBackstage(stack.place);
  const { bookingTokens, accountTokens, waitingTokens } = backstage;
  const [bookingId, patientId] = [placed.data.id, placed.patient.id];
  const [sentTo, before] = [sentToOf(email), sentToOf('before@example.com')];
  const link = { proId: anna.proId, tokenId: randomUUID() };
  const tokens: Record<string, string> = {
    confirm: bookingTokens.issue('confirm', bookingId),
    correct: bookingTokens.issue('correct', bookingId),
    manage: bookingTokens.issueManage({ bookingId, turn: 0 }),
    'manage of a later turn': bookingTokens.issueManage({ bookingId, turn: 1 }),
    messages: bookingTokens.issueMessages({ patientId, sentTo }),
    'messages to an earlier email': bookingTokens.issueMessages({ patientId, sentTo: before }),
    entry: waitingTokens.issueEntry(entryId, sentTo),
    'entry to an earlier email': waitingTokens.issueEntry(entryId, before),
    offer: waitingTokens.issueOffer(offerId, sentTo),
    'offer to an earlier email': waitingTokens.issueOffer(offerId, before),
    reset: accountTokens.issue('reset', link),
    invitation: accountTokens.issue('invitation', link),
    'email-change': accountTokens.issue('email-change', link),
    'address-proof': accountTokens.issue('address-proof', link),
    garbage: 'x'.repeat(64),
  };
  const good: Record<string, { params?: object; body?: unknown } | undefined> = goodRequests({
    anna,
    clinic,
    bookingId,
    patientId,
  });
  const requestOf = (name: CallName, path: string) => {
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, entryId]));
    return { ...good[name], params };
  };
  return { tokens, requestOf };
};

it('a mailed link opens the calls of its purpose only', async () => {
  const { tokens, requestOf } = await prepare();
  expect(Object.keys(tokens)).toEqual(Object.keys(opens));
  const opened: string[] = [];
  const ask = async (name: CallName, { access, path }: Call, purpose: string) => {
    const sent = { ...requestOf(name, path), token: tokens[purpose] };
    const { status, body } = await product().client.call(name, sent as never);
    expect(status, `${name} with ${purpose}`).toBeLessThan(500);
    if (status === 401) expect(body).not.toHaveProperty('data');
    else if (!opens[purpose]!.includes(access)) opened.push(`${name} with ${purpose}: ${status}`);
  };
  for (const [name, call] of calls) {
    if (call.access === 'public') continue;
    // oxlint-disable-next-line no-await-in-loop -- calls change what others read
    for (const purpose of Object.keys(opens)) await ask(name, call, purpose);
  }
  expect(opened).toEqual([]);
}, 180_000);
