import { pino } from 'pino';
import { startEmbeddedPostgres } from '../src/postgres/embedded.ts';

// embedded.test.ts runs this file as a separate process and kills it: `node start-embedded.ts
// <directory>`.
const [directory] = process.argv.slice(2);
if (!directory) throw new Error('usage: start-embedded.ts <directory>');
const postgres = await startEmbeddedPostgres({
  directory,
  log: pino({ level: 'warn' }, pino.destination(2)),
});
process.stdout.write(`${postgres.url}\n`);
process.once('SIGTERM', () => void postgres.stop());
