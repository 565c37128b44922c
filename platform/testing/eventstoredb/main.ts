import { parseArgs } from 'node:util';
import { startEventStoreDBCluster } from './cluster.ts';
import { startEventStoreDBDouble } from './double.ts';

// The double as a process of its own: `node main.ts --port 2113`, on a free port by default; with `--cluster` three
// nodes, of which the first one leads. It ends on SIGTERM, on Ctrl+C, and with the process that started it, where the
// two have a channel (`stdio: 'ipc'`).
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, cluster: { type: 'boolean', default: false } },
});
const start = values.cluster ? startEventStoreDBCluster : startEventStoreDBDouble;
const double = await start({ port: Number(values.port) });
process.stdout.write(`A double of EventStoreDB is ready at ${double.url}\n`);

const end = () => void double.stop().then(() => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
process.once('disconnect', end);
