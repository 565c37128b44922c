import { createHmac, randomUUID } from 'node:crypto';
import type { Provider } from '@visita/platform/messages/description';
import type { Messaging } from '@visita/platform/messages/messaging';
import { expect, it } from 'vitest';
import { openPractice } from '../../testing/practice.ts';
import { createCall, createWorld, pro } from '../../testing/world.ts';
import { gatewayHandlers } from './receive.ts';

const secret = 'a secret of the professional';
const provider: Provider = {
  title: 'Gateway',
  credentials: ['secret'],
  send: {
    method: 'POST',
    address: 'https://gateway.example/',
    query: {},
    headers: {},
    outcomes: [{ if: {}, outcome: 'accepted' }],
  },
  signed: { by: 'body', header: 'x-signature', algorithm: 'sha256', encoding: 'hex', secret: 'secret' },
  receipts: { state: 'state', delivered: ['delivered'], failed: ['failed'] },
};

/** Sends a receipt whose body was signed by the gateway; returns the states that the ledger got. */
const receive = async (body: object, added: Record<string, string>): Promise<string[]> => {
  const states: string[] = [];
  const messaging = {
    gateways: { current: async () => ({ stopped: false, textsPerDay: 1, providers: { gateway: provider } }) },
    credentials: { read: async () => ({ secret }) },
    ledger: {
      ownerOf: async () => randomUUID(),
      receive: async (_id: string, state: string) => states.push(state),
    },
  } as unknown as Messaging;
  const { deps } = createWorld();
  const call = createCall(
    gatewayHandlers({ ...deps, publicOrigin: 'https://visita.example', messaging }),
    randomUUID,
  );
  const raw = JSON.stringify(body);
  const header = () => createHmac('sha256', secret).update(raw).digest('hex');
  const query = { message: randomUUID(), ...added };
  const signed = { url: '/api/messages/gateway', header, raw };
  await call('receiveMessage', { params: { adapter: 'gateway' }, query, body, signed });
  return states;
};

it('a signed body counts, and fields that were added to its address do not', async () => {
  expect(await receive({ state: 'delivered' }, {})).toEqual(['delivered']);
  expect(await receive({ state: 'delivered' }, { state: 'failed' })).toEqual(['delivered']);
  expect(await receive({ id: 'a' }, { state: 'failed' })).toEqual([]);
});

it('an answer is kept without control characters, direction marks and half characters', async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const body = { name: 'Carla', email: null, prefix: null, phone: null };
  const { answer } = await world.call('registerPatient', { body, as: pro(practice.ownerId) });
  const answered: Provider = {
    ...provider,
    signed: { by: 'address' },
    answers: { from: 'from', text: 'text' },
  };
  const messaging = {
    gateways: { current: async () => ({ stopped: false, textsPerDay: 1, providers: { gateway: answered } }) },
    callbacks: { isOurs: () => true },
    ledger: { patientAt: async () => answer.data.id },
    numbers: { all: () => [], of: () => 'hash' },
  } as unknown as Messaging;
  const call = createCall(
    gatewayHandlers({ ...world.deps, publicOrigin: 'https://visita.example', messaging }),
    randomUUID,
  );
  const texts = ['Arrivo\u0007\u0000 tardi', '\u202eidrat', `${'x'.repeat(999)}😀`, 'a\r\nb'];
  for (const [index, text] of texts.entries()) {
    const query = { pro: practice.ownerId, key: 'key', from: '+393330001111', text };
    const signed = { url: `/api/messages/gateway?${index}`, header: () => undefined, raw: '' };
    await call('receiveMessageByGet', { params: { adapter: 'gateway' }, query, signed });
  }
  const events = await world.store.readStream(`patient-${answer.data.id}`);
  const kept = events.filter(({ type }) => type === 'PatientAnsweredText').map(({ data }) => data);
  expect(kept.map((data) => (data as { answer: string }).answer)).toEqual([
    'Arrivo   tardi',
    'idrat',
    `${'x'.repeat(999)}\ufffd`,
    'a \nb',
  ]);
});
