import { createMemoryEventStore } from './memory.ts';
import { eventStoreContract } from './port.contract.ts';

eventStoreContract('memory', async () => {
  const store = createMemoryEventStore();
  return { store, another: async () => store, close: () => store.close() };
});
