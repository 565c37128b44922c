import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visita/platform/config/config';
import { secretVariables, variables } from '@visita/platform/config/environment';
import type { Use } from '@visita/platform/config/production';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';

export const root = join(import.meta.dirname, '../..');
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
/** Part of the repository's package.json. */
export const manifest = z
  .object({
    version: z.string(),
    workspaces: z.array(z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

export const known: ReadonlySet<string> = new Set([
  ...variables,
  ...secretVariables.map((name) => `${name}_FILE`),
]);
/** Creates a directory that is removed after the file's tests. */
export const temporaryDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'visita-deploy-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  return directory;
};

export const makeSecrets = (directory: string): void => {
  execFileSync(join(root, 'deploy/make-secrets.sh'), [directory]);
};

/** Image tag with a full version; `build` creates the product's own. */
export const pinned = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?(@sha256:[0-9a-f]{64})?$/;

/** Returns the environment of a service with its secrets in `secrets` instead of `mount`. */
export const inPlace = (environment: Environment, [mount, secrets]: [string, string]): Environment => {
  const own = Object.entries(environment).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, value] as const;
    expect(value.startsWith(`${mount}/`), `${name} is mounted`).toBe(true);
    return [name, value.replace(mount, secrets)] as const;
  });
  return Object.fromEntries(own);
};

/** Required settings of distributed services, by entry point. */
export const needs: Readonly<Record<string, readonly (keyof ReturnType<typeof readConfig>)[]>> = {
  'bin/gateway.ts': [],
  'command-service/src/main.ts': ['databaseUrl', 'eventStoreUrl', 'masterKey', 'redisUrl'],
  'query-service/src/main.ts': ['databaseUrl', 'eventStoreUrl', 'masterKey', 'redisUrl'],
  'projector/src/main.ts': ['databaseUrl', 'eventStoreUrl', 'masterKey', 'natsUrl'],
  'notifier/src/main.ts': ['databaseUrl', 'eventStoreUrl', 'masterKey', 'natsUrl', 'redisUrl', 'smtpUrl'],
  'operator/src/main.ts': ['databaseUrl', 'eventStoreUrl', 'masterKey', 'redisUrl', 'operatorTokens'],
};

/** Returns the checks that production applies to a service. */
const usesOf = (main: string): Use[] => [
  ...(main.startsWith('projector') ? [] : (['links', 'addresses'] as const)),
  ...(needs[main]?.includes('masterKey') ? (['master-key'] as const) : []),
  ...(needs[main]?.includes('smtpUrl') ? (['mail'] as const) : []),
];

/** Checks a service's settings, and that it gets no secret that it does not use. */
export const expectConfigured = (
  command: readonly string[],
  environment: Environment,
  places: [string, string],
) => {
  const main = command[1] ?? '';
  expect(command[0]).toBe('node');
  expect(existsSync(join(root, main)), `${main} is there`).toBe(true);
  for (const name of Object.keys(environment))
    expect(known, `${main} has the setting ${name}`).toContain(name);
  const config = readConfig(inPlace(environment, places), usesOf(main));
  expect(config).toMatchObject({ environment: 'production', host: '0.0.0.0', port: 3000 });
  for (const need of needs[main] ?? expect.fail(`${main} is not known`))
    expect(config[need], `${main} has ${need}`).not.toBeNull();
  const secretSettings = ['masterKey', 'natsUrl', 'smtpUrl', 'operatorTokens'] as const;
  for (const secret of secretSettings)
    if (!needs[main]?.includes(secret)) expect(config[secret], main).toBeNull();
};

export type Environment = Readonly<Record<string, string>>;
