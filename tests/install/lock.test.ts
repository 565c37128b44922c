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

/** What packages go along with if it is there, by name. */
const optionalPeers = (): Set<string> => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const peers = Object.values(packages).flatMap((each) => Object.entries(each.peerDependenciesMeta ?? {}));
  return new Set(peers.filter(([, { optional }]) => optional).map(([name]) => name));
};

/** What npm finds at odds with what asks for it. */
const atOdds = (): string[] => {
  const listed = spawnSync('npm', ['ls', '--all', '--package-lock-only', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const { problems = [] } = JSON.parse(listed.stdout) as { problems?: string[] };
  return problems.flatMap((problem) => /^invalid: (.+)@[^@ ]+ /.exec(problem)?.[1] ?? []);
};

// Npm 9 and 10 want another copy of it, which the lock file of npm 11 has not: they install nothing. An entry under
// `overrides` in package.json says that ours will do.
it('no optional peer is there in a version that npm 9 and 10 would not take', () => {
  const peers = optionalPeers();
  expect(peers.size).toBeGreaterThan(10);
  expect(atOdds().filter((name) => peers.has(name))).toEqual([]);
});
