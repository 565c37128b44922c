import { createMemoryEventStore } from './memory-event-store.ts';
import { eventStoreContract } from './event-store.contract.ts';

eventStoreContract('memory', async () => {
  const store = createMemoryEventStore();
  return { store, another: async () => store, close: () => store.close() };
});
