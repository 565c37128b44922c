import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Log } from '@visita/platform/logging/log';
import { createLogger } from '@visita/platform/logging/logger';
import { benchCatchUp } from './catch-up.ts';
import { benchDistributed, fullSteps, usualSteps } from './distributed.ts';
import { benchRebuild } from './rebuild.ts';
import { benches } from './support/benches.ts';
import { compared } from './support/compare.ts';
import { openOutcome, type Outcome } from './support/outcome.ts';
import { type Line, table } from './support/report.ts';
import { startThrowAwayServer } from './support/throw-away.ts';

const help = `Usage: npm run bench -- [--only <name>]… [--old] [--compare <file>]
       npm run bench -- --distributed [--full] [--clients|--events|--clinics|--sockets <n>,<n>…]
       npm run bench -- --rebuild [--events <n>] [--rate <reads a second>]
       npm run bench -- --catch-up [--events <n>]

Measures the product beside bare baselines on an embedded PostgreSQL of its own, which waits for the disk. Each line is
printed and written to var/bench.json as it comes, and all of them as a table at the end. A missed target is told; it is
no failure. What fails is told too: the rest still runs, and the exit code is 1.

With --old, reads are measured of a practice with 1,000,000 bookings behind it, too.

With --compare, a file that an earlier run wrote is set beside this one, the greatest change first.

With --distributed, it measures the product as replicated services beside the one process, and how they fare with more
events, clinics and sockets; needs nats-server, redis-server and a built web. With --full up to 1,000,000 events, 1,000
clinics and 2,000 sockets. With --rebuild, it rebuilds the read models from 1,000,000 events while 50 reads a second are
held against what was answered before. With --catch-up, replicated services catch up with 1,000,000 events that were
written while they were away.

Names: ${Object.keys(benches).join(', ')}
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    distributed: { type: 'boolean' },
    full: { type: 'boolean' },
    rebuild: { type: 'boolean' },
    'catch-up': { type: 'boolean' },
    clients: { type: 'string' },
    events: { type: 'string' },
    clinics: { type: 'string' },
    sockets: { type: 'string' },
    rate: { type: 'string', default: '50' },
    compare: { type: 'string' },
    old: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
const names = values.only ?? Object.keys(benches);
const unknown = names.filter((name) => !benches[name]);

const run = async (outcome: Outcome): Promise<void> => {
  const log = createLogger({ name: 'bench', level: 'warn' });
  await using server = await startThrowAwayServer(log);
  for (const name of names) {
    const started = performance.now();
    process.stderr.write(`${name} … `);
    await outcome.attempt(name, async () => {
      const found = await server.withDatabase(name, (database) =>
        benches[name]!({ database, log, directory: server.directory, old: values.old }),
      );
      process.stderr.write(`${Math.round((performance.now() - started) / 1_000)} s\n`);
      await outcome.tell(found);
    });
  }
};

const runOf =
  (name: string, bench: (options: { log: Log; events: number }) => Promise<Line[]>) =>
  (outcome: Outcome): Promise<void> =>
    outcome.attempt(name, async () => {
      const log = createLogger({ name: 'bench', level: 'warn' });
      await outcome.tell(await bench({ log, events: Number(values.events ?? 1_000_000) }));
    });

const runRebuild = runOf('rebuild', (options) => benchRebuild({ ...options, rate: Number(values.rate) }));
const runCatchUp = runOf('catch-up', benchCatchUp);

const runDistributed = (outcome: Outcome): Promise<void> => {
  const steps = values.full ? fullSteps : usualSteps;
  const numbers = (given: string | undefined, usual: readonly number[]) =>
    given === undefined ? usual : given.split(',').filter(Boolean).map(Number);
  return benchDistributed({
    log: createLogger({ name: 'bench', level: 'warn' }),
    outcome,
    clients: numbers(values.clients, steps.clients),
    events: numbers(values.events, steps.events),
    clinics: numbers(values.clinics, steps.clinics),
    sockets: numbers(values.sockets, steps.sockets),
  });
};

const readEarlier = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as { lines: Line[] };

type Kind = { asked: unknown; run(outcome: Outcome): Promise<void>; file: string };

const kinds: readonly Kind[] = [
  { asked: values.distributed, run: runDistributed, file: 'bench-distributed.json' },
  { asked: values.rebuild, run: runRebuild, file: 'bench-rebuild.json' },
  { asked: values['catch-up'], run: runCatchUp, file: 'bench-catch-up.json' },
];
const kind = kinds.find(({ asked }) => asked) ?? { run, file: 'bench.json' };

if (values.help || unknown.length > 0) {
  process.stdout.write(unknown.length > 0 ? `There is no bench ${unknown.join(', ')}.\n\n${help}` : help);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  const file = join(import.meta.dirname, '../var', kind.file);
  const outcome = openOutcome(file, (text) => process.stdout.write(text));
  // The earlier results are read before the run, which may write to the same file.
  const earlier = values.compare === undefined ? null : await readEarlier(values.compare);
  await kind.run(outcome);
  process.stdout.write(`\n${table(outcome.lines)}\n\n${file}\n`);
  if (earlier)
    process.stdout.write(`\nSince ${values.compare}:\n\n${compared(earlier.lines, outcome.lines)}\n`);
  if (outcome.failed.length > 0) {
    process.stdout.write(`\nFailed: ${outcome.failed.join(', ')}\n`);
    process.exitCode = 1;
  }
}
