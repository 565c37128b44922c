import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { lookInside } from './inside.ts';
import type { Place } from './stack.ts';

/** Every table of the product as text, a line for each row, as a dump would hold it; jobs are rows too. */
const dumpTables = async (place: Place): Promise<string[]> => {
  await using inside = await lookInside(place);
  const { rows } = await inside.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const tables = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: all } = await inside.pool.query<{ line: string }>(
        `select t::text as line from ${name} t`,
      );
      return all.map(({ line }) => `${name} ${line}`);
    }),
  );
  return tables.flat();
};

/** All files of a directory and below, but for the database's own, whose tables are dumped. */
const filesIn = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(directory, path).startsWith('postgres/data/'));
};

/**
 * Where a personal string is found: rows, files, or lines of the log, each as `place: excerpt`. Take strings of eight
 * letters or more: shorter ones turn up in ciphertext by chance.
 */
export const searchEverywhere = async (
  { place, output }: { readonly place: Place; readonly output: () => string },
  secrets: readonly string[],
): Promise<string[]> => {
  // A mail's lines are broken and its letters escaped for transport: the .json beside it holds the same as it is.
  const files = await Promise.all(
    (await filesIn(place.VAR_DIRECTORY)).map(
      async (path) => `${path} ${(await readFile(path)).toString('latin1')}`,
    ),
  );
  const log = output().split('\n');
  const lines = [...(await dumpTables(place)), ...files, ...log.map((line) => `log ${line}`)];
  return lines.flatMap((line) => {
    const found = secrets.filter((secret) => line.toLowerCase().includes(secret.toLowerCase()));
    return found.map((secret) => `${secret} in ${line.slice(0, 120)}`);
  });
};
