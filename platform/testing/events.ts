import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@visita/contracts/envelope';

/** An event for infrastructure tests, with a new id. */
export const someEvent = (data: unknown = { word: 'così' }, type = 'SomethingHappened'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    correlationId: 'c0ffee00-0000-4000-8000-000000000001',
    causationId: 'c0ffee00-0000-4000-8000-000000000002',
    actor: 'process:test',
    time: '2026-01-02T03:04:05.678Z',
  },
});

export const someStream = (): string => `test-${randomUUID()}`;
