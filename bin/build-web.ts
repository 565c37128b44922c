import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = join(root, 'web/dist');
/** File in a built web with the hash of its sources. */
const mark = '.sources';

/** Maximum duration of a build (ms). */
const longest = 3_600_000;

/** Returns the hash of everything the built web depends on. */
const hashSources = (): string => {
  const files = globSync(
    ['web/*.{html,json,ts}', 'web/{src,public}/**/*.*', 'contracts/src/**/*.*', 'package-lock.json'],
    {
      cwd: root,
      exclude: ['**/*.test.*'],
    },
  );
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

const isCurrent = (sources: string): boolean =>
  existsSync(join(built, mark)) && readFileSync(join(built, mark), 'utf8') === sources;

/**
 * Builds into a temporary directory and swaps it in when complete: a killed build leaves the previous one.
 */
const build = async (sources: string): Promise<void> => {
  for (const left of globSync('web/dist.*', { cwd: root })) {
    const path = join(root, left);
    if (statSync(path).mtimeMs < Date.now() - longest) rmSync(path, { recursive: true });
  }
  const [fresh, previous] = [`${built}.new.${process.pid}`, `${built}.old.${process.pid}`];
  const vite = await import('vite');
  const web = { root: join(root, 'web'), logLevel: 'error' } as const;
  await vite.build({ ...web, build: { outDir: fresh, emptyOutDir: true } });
  for (const config of ['public.config.ts', 'entrance.config.ts', 'operator.config.ts'])
    await vite.build({ ...web, configFile: join(web.root, config), build: { outDir: fresh } });
  writeFileSync(join(fresh, mark), sources);
  if (existsSync(built)) renameSync(built, previous);
  renameSync(fresh, built);
  rmSync(previous, { recursive: true, force: true });
};

const sources = hashSources();
if (!isCurrent(sources)) {
  if (existsSync(join(root, 'node_modules/vite'))) {
    process.stdout.write('Building the web …\n');
    await build(sources);
  } else if (!existsSync(join(built, 'index.html'))) {
    throw new Error('The web is not built, and its build tools are not installed: run `npm ci` again.');
  }
}
