import { parseArgs } from 'node:util';
import { startEventStoreDBCluster } from './cluster.ts';
import { startEventStoreDBDouble } from './double.ts';

// Runs the double as a separate process: `node main.ts --port 2113`, on a free port by default. `--cluster` starts
// three nodes with the first as leader. Exits on SIGTERM, on Ctrl+C, and with its parent process if there is a
// channel (`stdio: 'ipc'`).
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, cluster: { type: 'boolean', default: false } },
});
const start = values.cluster ? startEventStoreDBCluster : startEventStoreDBDouble;
const double = await start({ port: Number(values.port) });
process.stdout.write(`A double of EventStoreDB is ready at ${double.url}\n`);

const end = () => void double.stop().then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
process.once('disconnect', end);
