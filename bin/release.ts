/**
 * `npm run release`: builds a release in `var/release`: a tarball that installs without development
 * dependencies or the web's and starts without a build, its list of parts (CycloneDX), and the hash of each.
 * Creates no tag. `--again` skips checks that passed on this commit before; `--unverified` skips all checks.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { asOf } from './parts-list.ts';

const root = join(import.meta.dirname, '..');
const directory = join(root, 'var/release');

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const run = (command: string, ...args: readonly string[]): void =>
  void execFileSync(command, args, { cwd: root, stdio: 'inherit' });

const answer = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).trim();

/** Returns the time of the commit, in seconds. */
const committed = (): string => answer('git', 'log', '-1', '--format=%ct');

/** Returns the version of package.json; it must have its section in the changelog. */
const versionOf = (): string => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    fail(
      `CHANGELOG.md has no section [${version}]: give what is under [Unreleased] that heading, with the day.`,
    );
  return version;
};

/** Development files, which the tarball does not contain; the web is included as built. */
const leftOut = ['tests', 'bench', 'chaos', 'docs/screenshots', '.ci', 'web'].map((path) => `:!${path}`);
const keptScripts = /^(postinstall|(pre)?(start|seed|ops))$/;

type Manifest = {
  readonly workspaces: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
};

/** Removes the web's dependencies from manifest and lock file. */
const leaveWebOut = (directory: string): void => {
  const file = join(directory, 'package.json');
  const { devDependencies: _tools, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const workspaces = manifest.workspaces.filter((name) => name !== 'web');
  const scripts = Object.entries(manifest.scripts).filter(([name]) => keptScripts.test(name));
  const served = { ...manifest, workspaces, scripts: Object.fromEntries(scripts) };
  writeFileSync(file, `${JSON.stringify(served, null, 2)}\n`);
  run('npm', '--prefix', directory, 'install', '--package-lock-only', '--ignore-scripts', '--loglevel=error');
};

/** Packs the commit's sources with the built web; the same commit gives the same bytes. */
const pack = (name: string): string => {
  const [tar, staged] = [join(directory, `${name}.tar`), join(directory, name)];
  run('git', 'archive', '--format=tar', `--prefix=${name}/`, '-o', tar, 'HEAD', '--', '.', ...leftOut);
  run('tar', '--extract', `--file=${tar}`, `--directory=${directory}`);
  leaveWebOut(staged);
  cpSync(join(root, 'web/dist'), join(staged, 'web/dist'), { recursive: true });
  const reproducible = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    `--mtime=@${committed()}`,
  ];
  run('tar', '--create', `--file=${tar}`, `--directory=${directory}`, ...reproducible, name);
  run('gzip', '--no-name', '--best', '--force', tar);
  return `${name}.tar.gz`;
};

type Sbom = { readonly components: readonly { readonly 'bom-ref': string }[] };

/** Lists the parts of the tarball's install, from its lock file. */
const describeParts = (name: string): string => {
  const file = `${name}.cdx.json`;
  const asked = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const parts = answer('npm', '--prefix', join(directory, name), ...asked);
  const { components } = JSON.parse(parts) as Sbom;
  const others = components.filter(({ 'bom-ref': ref }) => !ref.startsWith('@visita/'));
  process.stdout.write(`${others.length} packages of others, of all platforms together.\n`);
  writeFileSync(join(directory, file), asOf(new Date(Number(committed()) * 1000), parts));
  return file;
};

type Audit = {
  readonly metadata?: { readonly vulnerabilities: { readonly high: number; readonly critical: number } };
};

/** Refuses parts with a high or critical vulnerability in the registry. */
const refuseWeakParts = (name: string): void => {
  const asked = ['audit', '--json', '--omit=dev', '--package-lock-only'];
  const { stdout } = spawnSync('npm', ['--prefix', join(directory, name), ...asked], { encoding: 'utf8' });
  const { metadata } = JSON.parse(stdout || '{}') as Audit;
  if (!metadata) {
    process.stdout.write(
      'The registry could not be asked for known weaknesses: do so before you publish (npm audit).\n',
    );
    return;
  }
  const { high, critical } = metadata.vulnerabilities;
  if (high + critical > 0)
    fail(`${high + critical} parts have a known weakness: npm audit --omit=dev names them.`);
};

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(directory, file)))
    .digest('hex');

const { values } = parseArgs({
  options: { unverified: { type: 'boolean', default: false }, again: { type: 'boolean', default: false } },
});
if (answer('git', 'status', '--porcelain'))
  fail('Commit or put aside what is changed: a release is a commit.');
const version = versionOf();
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
run(process.execPath, 'bin/build-web.ts');
if (!values.unverified) run('npm', 'run', 'verify:full', '--', ...(values.again ? ['--again'] : []));
const name = `visita-${version}`;
const files = [pack(name), describeParts(name)];
refuseWeakParts(name);
rmSync(join(directory, name), { recursive: true });
writeFileSync(join(directory, 'SHA256SUMS'), files.map((file) => `${hashOf(file)}  ${file}\n`).join(''));
process.stdout.write(
  `In ${directory}: ${files.join(', ')}, SHA256SUMS.\nTag it: git tag -a v${version} -m 'Visita ${version}'\n`,
);
