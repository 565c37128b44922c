import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { dumpRedis } from '@visita/platform/testing/dump-redis';
import { lookInside } from './inside.ts';
import { bytesOf, spellingsOf, valuesIn } from './spellings.ts';
import type { Place } from './stack.ts';

/** A place with stored or logged data, as one character per byte. */
type Kept = { readonly where: string; readonly text: string };

/** Returns every row of the product as text, as in a dump; jobs are rows too. */
const dumpTables = async (place: Place): Promise<Kept[]> => {
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
      return all.map(({ line }) => ({ where: name, text: bytesOf(line) }));
    }),
  );
  return tables.flat();
};

const readWhole = async (path: string): Promise<Kept> => {
  const bytes = await readFile(path);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { where: path, text: (packed ? gunzipSync(bytes) : bytes).toString('latin1') };
};

/** Returns all files below a directory, without the database's own, whose tables are dumped. */
const filesIn = async (directory: string): Promise<Kept[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(directory, path).startsWith('postgres/data/'));
  return Promise.all(paths.map(readWhole));
};

type Product = {
  readonly place: Place;
  readonly output: () => string;
  /** Redis with the jobs, if they are not in the database. */
  readonly redisUrl?: string | undefined;
};

const keptInRedis = async (url: string | undefined): Promise<Kept[]> => {
  const keys = url === undefined ? [] : await dumpRedis(url);
  return keys.map(({ key, text }) => ({ where: `redis ${key}`, text: bytesOf(`${key} ${text}`) }));
};

const everything = async ({ place, output, redisUrl }: Product): Promise<Kept[]> => {
  const log = output().split('\n');
  return [
    ...(await dumpTables(place)),
    ...(await keptInRedis(redisUrl)),
    ...(await filesIn(place.VAR_DIRECTORY)),
    ...log.map((line) => ({ where: 'log', text: bytesOf(line) })),
  ];
};

/**
 * Finds personal strings in rows, files and log lines; returns `place: excerpt`. Use strings of eight letters
 * or more: shorter ones occur in ciphertext by chance.
 */
export const searchEverywhere = async (product: Product, secrets: readonly string[]): Promise<string[]> => {
  const sought = secrets.map((secret) => [secret, bytesOf(secret).toLowerCase()] as const);
  return (await everything(product)).flatMap(({ where, text }) => {
    const line = `${where} ${text}`;
    const lower = line.toLowerCase();
    // Mails are encoded for transport; the .json file beside each has the same text unencoded.
    const found = sought.filter(([, one]) => lower.includes(one));
    return found.map(([secret]) => `${secret} in ${line.slice(0, 120)}`);
  });
};

/**
 * Finds every spelling of values ({@link spellingsOf}), also in further directories such as an opened backup;
 * returns distinct `value in place`.
 */
export const sweep = async (
  product: Product,
  values: readonly string[],
  directories: readonly string[] = [],
): Promise<string[]> => {
  const all = values.map(spellingsOf);
  const kept = [await everything(product), ...(await Promise.all(directories.map(filesIn)))].flat();
  const found = kept.flatMap(({ where, text }) => valuesIn(text, all).map((value) => `${value} in ${where}`));
  return [...new Set(found)].toSorted();
};
