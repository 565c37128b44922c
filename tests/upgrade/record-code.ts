/**
 * Bundles the commands and the PostgreSQL store of a release, so that upgrade tests can run them beside today's:
 * `node tests/upgrade/record-code.ts <checkout of the release> tests/upgrade/code/1.0.0.mjs.gz`. Packages are not
 * bundled.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const exported = {
  createWorld: 'command-service/testing/world.ts',
  createPostgresEventStore: 'platform/src/event-store/postgres.ts',
  connectDatabase: 'platform/src/postgres/connect.ts',
};

const { positionals } = parseArgs({ allowPositionals: true });
const [checkout = '', file = ''] = positionals;
const directory = await mkdtemp(join(tmpdir(), 'visita-'));
const entry = join(directory, 'entry.ts');
const lines = Object.entries(exported).map(
  ([name, path]) => `export { ${name} } from ${JSON.stringify(resolve(checkout, path))};`,
);
await writeFile(entry, lines.join('\n'));
await build({
  root: resolve(checkout),
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: [/^@visita\//] },
  build: {
    ssr: entry,
    minify: true,
    outDir: directory,
    rolldownOptions: { output: { entryFileNames: 'code.mjs' } },
  },
});
await writeFile(file, gzipSync(await readFile(join(directory, 'code.mjs')), { level: 9 }));
await rm(directory, { recursive: true });
