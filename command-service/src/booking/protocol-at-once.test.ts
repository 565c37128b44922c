import { vi } from 'vitest';

vi.mock(import('@visita/platform/testing/memory-event-store'), async (original) => {
  const { createMemoryEventStore } = await original();
  return { createMemoryEventStore: () => createMemoryEventStore({ transactions: true }) };
});

// The same model, on a store that appends to several streams at once.
await import('./protocol.test.ts');
