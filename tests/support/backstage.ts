import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@visita/contracts/events';
import { readConfig } from '@visita/platform/config/config';
import { silent } from '@visita/platform/testing/database';
import { openCore } from '@visita/operator/core';
import type { Place } from './stack.ts';

/** Opens a running product's data with its keys, for acts of operators and the product itself. */
export const openBackstage = async (place: Place) => {
  const core = await openCore(readConfig(place), silent, { useRunning: true });
  const append = async (stream: string, event: DomainEvent, at = new Date()): Promise<void> => {
    const metadata = {
      correlationId: randomUUID(),
      causationId: randomUUID(),
      actor: 'operator:test',
      time: at.toISOString(),
    } as const;
    await core.store.append(stream, 'any', [{ ...event, id: randomUUID(), metadata }]);
  };
  return {
    ...core,
    /** Appends an event that no call causes, or not yet; by default at the present time. */
    append,
    assignPremium: (proId: string) =>
      append(`pro-${proId}`, { type: 'PlanAssigned', data: { proId, plan: 'premium' } }),
    [Symbol.asyncDispose]: core.close,
  };
};
export type Backstage = Awaited<ReturnType<typeof openBackstage>>;
