import { eventDefinitions } from '@visita/contracts/events';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { describe, expect, it } from 'vitest';
import { createRecordOperation, operatorActor, type Performed } from './record.ts';

const now = () => new Date('2026-11-20T23:30:00.000Z');
const cause = {
  correlationId: 'c0ffee00-0000-4000-8000-000000000001',
  actor: operatorActor('nora'),
} as const;

const desk = () => {
  const vault = {
    keysFor: async () => new Map(),
    getKeys: async () => new Map(),
    erase: async () => undefined,
  };
  const store = withPersonalData(createMemoryEventStore(), vault, eventDefinitions);
  return { store, record: createRecordOperation({ store, now, cause }) };
};

it('records an operation in the stream of the day', async () => {
  const { store, record } = desk();
  await record({ operation: 'erase patient', targets: ['a'], counts: { bookings: 3 }, reason: 'ticket 12' });
  await record({ operation: 'rebuild' });
  expect(await store.readStream('operator-2026-11-20')).toMatchObject([
    {
      type: 'OperationPerformed',
      revision: 0,
      data: { operation: 'erase patient', targets: ['a'], counts: { bookings: 3 }, reason: 'ticket 12' },
      metadata: { actor: 'operator:nora', correlationId: cause.correlationId },
    },
    { revision: 1, data: { operation: 'rebuild', targets: [], counts: {}, reason: null } },
  ]);
});

describe('no personal data is recorded', () => {
  it.each<[string, Partial<Performed>]>([
    ['an address as reason', { reason: 'asked by ada@example.com' }],
    ['a phone as reason', { reason: 'call 3331234567' }],
    ['an address as target', { targets: ['ada@example.com'] }],
    ['a name as operation', { operation: 'Erase Ada' }],
  ])('%s is refused', async (_what, changes) => {
    const { store, record } = desk();
    await expect(record({ operation: 'plan', ...changes })).rejects.toThrow('does not follow its schema');
    expect(await store.head()).toBe('0'.repeat(16));
  });
});
