import { createHmac, randomUUID } from 'node:crypto';
import type { Provider } from '@visita/platform/messages/description';
import type { Messaging } from '@visita/platform/messages/messaging';
import { expect, it } from 'vitest';
import { createCall, createWorld } from '../../testing/world.ts';
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
