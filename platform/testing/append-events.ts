import { pino } from 'pino';
import { connectDatabase } from '../src/postgres/connect.ts';
import { createPostgresEventStore } from '../src/event-store/postgres.ts';
import { someEvent, someStream } from './events.ts';

// postgres.test.ts runs this file as a separate process: `node append-events.ts <url> <callers>
// <appends each>`.
const [url = '', callers, each] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = connectDatabase({ url, log });
const store = createPostgresEventStore({ database, log });
await Promise.all(
  Array.from({ length: Number(callers) }, async () => {
    const stream = someStream();
    for (let turn = 0; turn < Number(each); turn += 1) {
      await store.append(stream, turn === 0 ? 'no-stream' : turn - 1, [someEvent({ turn })]);
    }
  }),
);
await store.close();
await database.close();
