/**
 * `node bin/check-licences.ts`: checks that all installed packages have a licence that allows distribution.
 * Lists the others and exits with 1.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** SPDX ids of licences that require attribution at most. */
const free = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Licences from the packages' own files, if the lock file has none or no SPDX id. */
const asTheySay: Readonly<Record<string, string>> = {
  '@visx/vendor': 'MIT AND ISC',
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  slick: 'MIT',
  ssh2: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** A package in the lock file. */
type Locked = { readonly license?: string; readonly link?: boolean };

/** `A OR B` needs one free licence, `A AND B` both. */
const isFree = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => free.has(one.trim())));

/** Lists the packages without a free licence as `<path> <licence>`. */
export const notFree = (packages: Readonly<Record<string, Locked>>): string[] =>
  Object.entries(packages).flatMap(([path, { license = 'none', link = false }]) => {
    if (link || !path.includes('node_modules/')) return [];
    return isFree(asTheySay[nameOf(path)] ?? license) ? [] : [`${path} ${license}`];
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = notFree(lock.packages);
  process.stdout.write(found.length === 0 ? `${Object.keys(lock.packages).length} packages are free.\n` : '');
  process.stderr.write(found.map((line) => `${line}: not a licence to hand on\n`).join(''));
  process.exitCode = found.length === 0 ? 0 : 1;
}
