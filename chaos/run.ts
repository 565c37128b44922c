import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { kinds } from './random/kinds.ts';
import { isClean } from './random/oracle.ts';
import { play } from './random/play.ts';
import { markdown } from './random/report.ts';
import { recovered } from './random/rounds.ts';

const help = `Usage: node chaos/run.ts [--minutes <n>] [--seed <n>] [--only <text>] [--clients <n>]

Injects faults at random into the product as replicated services, under a load of bookings, and holds what clients were
told against the event log, the read models and the mails. Needs nats-server and redis-server; as root, a disk that can
be full too. Writes its report and the last of all logs into var/faults; ends with 1 where something was found.

Faults: ${kinds.map(({ name }) => name).join(', ')}
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string' },
    clients: { type: 'string', default: '6' },
    help: { type: 'boolean' },
  },
});

const log = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);

if (values.help) process.stdout.write(help);
else {
  const { minutes, seed, only, clients } = values;
  log(`seed ${seed}`);
  const directory = join(import.meta.dirname, '../var/faults');
  await mkdir(directory, { recursive: true });
  const outputs: Promise<void>[] = [];
  const report = await play({
    seed: Number(seed),
    minutes: Number(minutes),
    clients: Number(clients),
    only,
    log,
    onOutput: (name, output) => outputs.push(writeFile(join(directory, `${name}.log`), output)),
  });
  await Promise.all(outputs);
  await writeFile(join(directory, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(directory, 'report.md'), markdown(report));
  process.stdout.write(markdown(report));
  const clean = isClean(report.verdict) && report.rounds.every(recovered);
  process.exitCode = clean && report.rounds.every(({ found }) => isClean(found)) ? 0 : 1;
}
