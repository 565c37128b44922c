import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>> }>
  >;
};

/** Returns the optional peer dependencies. */
const optionalPeers = (): Set<string> => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const peers = Object.values(packages).flatMap((each) => Object.entries(each.peerDependenciesMeta ?? {}));
  return new Set(peers.filter(([, { optional }]) => optional).map(([name]) => name));
};

/** Returns the peer version conflicts that npm reports. */
const atOdds = (): string[] => {
  const listed = spawnSync('npm', ['ls', '--all', '--package-lock-only', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const { problems = [] } = JSON.parse(listed.stdout) as { problems?: string[] };
  return problems.flatMap((problem) => /^invalid: (.+)@[^@ ]+ /.exec(problem)?.[1] ?? []);
};

// Npm 9 and 10 want another copy of it, which npm 11's lock file does not have, and install nothing. An entry
// under `overrides` in package.json accepts our version.
it('no optional peer has a version that npm 9 and 10 refuse', () => {
  const peers = optionalPeers();
  expect(peers.size).toBeGreaterThan(10);
  expect(atOdds().filter((name) => peers.has(name))).toEqual([]);
});
