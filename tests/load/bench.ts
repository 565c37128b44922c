import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLogger } from '@visita/platform/logger';
import { benches } from './support/benches.ts';
import { type Line, table } from './support/report.ts';
import { startThrowAwayServer } from './support/throw-away.ts';

const help = `Usage: npm run bench -- [--only <name>]…

Measures the product beside bare baselines on an embedded PostgreSQL of its own, which waits for the disk, prints a
table and writes var/bench.json. A missed target is told; it is no failure.

Names: ${Object.keys(benches).join(', ')}
`;

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, help: { type: 'boolean' } },
});
const names = values.only ?? Object.keys(benches);
const unknown = names.filter((name) => !benches[name]);

const run = async (): Promise<Line[]> => {
  const log = createLogger({ name: 'bench', level: 'warn' });
  await using server = await startThrowAwayServer(log);
  const lines: Line[] = [];
  for (const name of names) {
    const started = performance.now();
    process.stderr.write(`${name} … `);
    const found = await server.withDatabase(name, (database) =>
      benches[name]!({ database, log, directory: server.directory }),
    );
    process.stderr.write(`${Math.round((performance.now() - started) / 1_000)} s\n`);
    lines.push(...found);
  }
  return lines;
};

const save = async (lines: readonly Line[]): Promise<string> => {
  const directory = join(import.meta.dirname, '../../var');
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'bench.json');
  const [processor] = cpus();
  const machine = { cores: cpus().length, processor: processor?.model.trim(), node: process.version };
  const report = { measuredAt: new Date().toISOString(), machine, lines };
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return file;
};

if (values.help || unknown.length > 0) {
  process.stdout.write(unknown.length > 0 ? `There is no bench ${unknown.join(', ')}.\n\n${help}` : help);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  const lines = await run();
  const file = await save(lines);
  process.stdout.write(`\n${table(lines)}\n\n${file}\n`);
}
