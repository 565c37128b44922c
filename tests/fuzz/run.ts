import { parseArgs } from 'node:util';
import type { CallName } from '@visita/contracts/api/table';
import { fuzz, type FuzzOptions, perSeed, type Report } from './fuzz.ts';
import { openFuzzWorld } from './world.ts';

const help = `Usage: node tests/fuzz/run.ts [--inputs <n>] [--seed <n>] [--call <name>]…

Sends generated requests to every call of a product of its own, --inputs to each, and reports how they were
answered. The web must have been built. Each hundred has a seed of its own, counted up from --seed; each 500 get a new product.
`;

const perWorld = 500;

const describe = ({ name, statuses, milliseconds }: Omit<Report, 'failure'>): string => {
  const counts = [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}×${count}`);
  return `${name.padEnd(26)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${counts.join(' ')}`;
};

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    inputs: { type: 'string', default: String(perWorld) },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    call: { type: 'string', multiple: true },
  },
});

/** Runs one world's share; returns the number of failures. */
const runWorld = async (options: FuzzOptions): Promise<number> => {
  console.log(`Seed ${options.seed}, ${options.inputs} requests to each call`);
  const world = await openFuzzWorld();
  try {
    const { reports, failures } = await fuzz(world, options);
    for (const report of reports) console.log(describe(report));
    for (const failure of failures) console.log(`\nFAILED ${failure}`);
    return failures.length;
  } finally {
    await world.close();
  }
};

if (values.help) console.log(help);
else {
  let failed = 0;
  const [inputs, seed] = [Number(values.inputs), Number(values.seed)];
  for (let sent = 0; sent < inputs; sent += perWorld) {
    failed += await runWorld({
      seed: seed + sent / perSeed,
      inputs: Math.min(perWorld, inputs - sent),
      ...(values.call ? { only: values.call as CallName[] } : {}),
    });
  }
  console.log(failed === 0 ? 'All answers were as described.' : `${failed} failures.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
