import { connectDatabase } from '@visita/platform/postgres/connect';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { eventStoreContract } from '@visita/platform/testing/event-store.contract';
import { layouts } from './partition-layouts.ts';

// What is measured must be what the product could run on: each layout keeps all that the port promises.
const partitioned = Object.entries(layouts).filter(([name]) => name !== 'one table');
for (const [name, layout] of partitioned)
  eventStoreContract(`postgres, ${name}`, async () => {
    const database = await createTestDatabase();
    const store = createPostgresEventStore({ database, log: silent });
    await store.ensureSchema();
    const { create, index } = layout(1_000_000);
    await database.pool.query(create);
    await database.pool.query(index);
    const others: (() => Promise<void>)[] = [];
    return {
      store,
      another: async () => {
        const own = connectDatabase({ url: database.url, log: silent });
        const other = createPostgresEventStore({ database: own, log: silent });
        others.push(async () => {
          await other.close();
          await own.close();
        });
        return other;
      },
      close: async () => {
        await store.close();
        await Promise.all(others.map((end) => end()));
        await database.close();
      },
    };
  });
