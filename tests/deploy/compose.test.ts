import { globSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseRing } from '@visita/platform/secrets/ring-text';
import { type KeyedService, servicePurposes } from '@visita/platform/vault/service-purposes';
import { eventStoreKind, natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  type Environment,
  expectConfigured,
  makeSecrets,
  manifest,
  needs,
  pinned,
  read,
  root,
  temporaryDirectory,
} from './common.ts';

const made = join(temporaryDirectory(), 'made');
makeSecrets(made);

describe('docker-compose.yml', () => {
  const environment = z.record(z.string(), z.coerce.string()).default({});
  const service = z.looseObject({
    image: z.string(),
    build: z.string().optional(),
    user: z.string(),
    command: z.array(z.string()).optional(),
    environment,
    env_file: z.unknown().optional(),
    restart: z.string(),
    read_only: z.boolean(),
    cap_drop: z.tuple([z.literal('ALL')]),
    security_opt: z.array(z.literal('no-new-privileges:true')).length(1),
    healthcheck: z
      .object({
        test: z.array(z.string()).min(2),
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
        start_period: z.string(),
      })
      .optional(),
    deploy: z.object({
      resources: z.looseObject({
        limits: z.object({ cpus: z.string(), memory: z.string(), pids: z.number() }),
      }),
    }),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
    secrets: z.array(z.string()).default([]),
    volumes: z.array(z.string()).default([]),
    networks: z.array(z.string()).default([]),
    ports: z.array(z.string()).default([]),
    stop_grace_period: z.string().optional(),
  });
  const compose = z
    .looseObject({
      services: z.record(z.string(), service),
      secrets: z.record(z.string(), z.object({ file: z.string() })),
      volumes: z.record(z.string(), z.null()),
      networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
    })
    .parse(parse(read('docker-compose.yml'), { merge: true }));
  const all = Object.entries(compose.services);
  const ours = all.filter(([, { build }]) => build);
  const lasting = all.filter(([, { restart }]) => restart !== 'no');

  it('contains every service and engine', () => {
    expect(ours.map(([, { command }]) => command?.[1] ?? '').toSorted()).toEqual(
      Object.keys(needs).toSorted(),
    );
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(['postgres', 'eventstore', 'nats', 'redis', 'mailpit']),
    );
  });

  it('pins every image', () => {
    for (const [name, { image }] of all) expect(image, name).toMatch(pinned);
    for (const [name, { image }] of ours) expect(image, name).toBe(`visita:${manifest.version}`);
  });

  it('uses the engine versions of the tests', () => {
    for (const { image } of [natsKind, redisKind, eventStoreKind]) {
      const used = all
        .map(([, each]) => each.image)
        .find((each) => each.startsWith(`${image.split(':')[0]}:`));
      expect(used?.startsWith(image), image).toBe(true);
    }
  });

  it('has a health check for every long-running service, and waits for it', () => {
    expect(lasting.length).toBe(all.length - 1);
    for (const [name, { healthcheck }] of lasting) expect(healthcheck, name).toBeDefined();
    for (const [name, { depends_on }] of all) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const awaited = compose.services[other];
        expect(awaited, `${name} → ${other}`).toBeDefined();
        const ends = awaited?.restart === 'no';
        expect(condition).toBe(ends ? 'service_completed_successfully' : 'service_healthy');
      }
    }
  });

  it('waits for every service that a setting addresses', () => {
    for (const [name, { environment: settings, secrets, depends_on }] of ours) {
      const texts = [
        ...Object.values(settings),
        ...secrets.map((secret) => readFileSync(join(made, secret), 'utf8')),
      ];
      const hosts = texts.flatMap((text) =>
        [...text.matchAll(/\/\/(?:[^@/\s]*@)?([\w-]+):\d+/g)].map(([, host]) => host!),
      );
      for (const host of hosts) {
        expect(Object.keys(compose.services), `${name} → ${host}`).toContain(host);
        expect(Object.keys(depends_on), `${name} waits for ${host}`).toContain(host);
      }
    }
  });

  it('mounts the legal texts for services that show them or record consent', () => {
    const reading = ours.filter(([, { volumes }]) => volumes.includes('./deploy/legal:/legal:ro'));
    expect(reading.map(([name]) => name)).toEqual(['gateway', 'command-service', 'operator']);
    // Texts in the folder are the operator's and ignored by git.
    expect(read('deploy/legal/.gitignore')).toContain('\n*\n!.gitignore\n');
  });

  it('lets only EventStoreDB write outside volumes', () => {
    expect(all.filter(([, each]) => !each.read_only).map(([name]) => name)).toEqual(['eventstore']);
  });

  it('runs only the containers that prepare volumes as root', () => {
    for (const [name, { user }] of lasting) expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  /** Required settings of the operator. */
  const decided: Readonly<Record<string, string>> = {
    PUBLIC_ORIGIN: 'https://visita.example',
    SMTP_URL: 'smtp://mailpit:1025?requireTLS=false',
    MAIL_FROM: 'Visita <no-reply@visita.example>',
  };

  it('reads all other settings from one .env file', () => {
    const bound = ['NODE_ENV', 'HOST', 'PORT', 'VAR_DIRECTORY', 'TRUST_PROXY', 'EVENTSTORE_URL'];
    const watched = ['METRICS_HOST', 'METRICS_PORT'];
    const led = ['COMMAND_SERVICE_URLS', 'QUERY_SERVICE_URLS', 'NOTIFIER_URLS'];
    for (const [name, { env_file: file, environment: settings }] of ours) {
      expect(file, name).toEqual([{ path: '.env', required: false }]);
      const fixed = Object.entries(settings).filter(
        ([each, value]) => !each.endsWith('_FILE') && !value.startsWith(`\${${each}:`),
      );
      for (const [each] of fixed) expect([...bound, ...watched, ...led], name).toContain(each);
    }
  });

  it('gives each service its settings, secrets as files', () => {
    for (const [, { command = [], environment: settings }] of ours) {
      const given = Object.entries(settings).map(([name, value]) => [
        name,
        value
          .replace(/^\$\{(\w+):\?.*\}$/, (_, wanted: string) => decided[wanted] ?? expect.fail(wanted))
          .replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]);
      expectConfigured(command, Object.fromEntries(given) as Environment, ['/run/secrets', made]);
      expect(JSON.stringify(settings)).not.toMatch(/password|token:/i);
    }
  });

  it('gives each service the keys of its purposes and no others', () => {
    const keyed = ours.filter(([, { environment: settings }]) => settings['MASTER_KEY_FILE'] !== undefined);
    expect(keyed.map(([name]) => name).toSorted()).toEqual(Object.keys(servicePurposes).toSorted());
    for (const [name, { environment: settings }] of keyed) {
      const text = readFileSync(
        join(made, settings['MASTER_KEY_FILE']!.replace('/run/secrets/', '')),
        'utf8',
      );
      const given = parseRing(text).map(({ purpose }) => purpose);
      expect(new Set(given), name).toEqual(new Set(servicePurposes[name as KeyedService]));
    }
  });

  it('mounts only declared volumes and existing files', () => {
    const declared = new Set(Object.keys(compose.secrets));
    const used = new Set(all.flatMap(([, { secrets }]) => secrets));
    expect(used).toEqual(declared);
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`deploy/secrets/${name}`);
      expect(readFileSync(join(made, name), 'utf8').trim(), name).not.toBe('');
    }
    const named = new Set<string>();
    for (const [
      name,
      { volumes, secrets, environment: settings, command = [], networks, healthcheck },
    ] of all) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
        else named.add(source);
      }
      const spoken = JSON.stringify([settings, command, healthcheck]);
      for (const [, secret] of spoken.matchAll(/\/run\/secrets\/(\w+)/g))
        expect(secrets, name).toContain(secret);
      for (const network of networks) expect(Object.keys(compose.networks)).toContain(network);
    }
    expect(named).toEqual(new Set(Object.keys(compose.volumes)));
    expect(read('.gitignore')).toContain('deploy/secrets/');
  });

  it('publishes ports only on localhost, for the proxy', () => {
    const open = all.flatMap(([name, { ports }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
    );
    expect(open).toEqual([]);
    expect(compose.networks['inside']).toEqual({ internal: true });
    for (const engine of ['postgres', 'eventstore', 'nats', 'redis'])
      expect(compose.services[engine]?.networks, engine).toEqual(['inside']);
  });

  it('gives services a longer stop timeout than their own', () => {
    for (const [name, { stop_grace_period: grace = '' }] of ours)
      expect(Number.parseInt(grace, 10), name).toBeGreaterThan(30);
  });
});

describe('engines', () => {
  it('have NATS sync acknowledged messages to disk, and Redis evict nothing', () => {
    expect(read('deploy/nats/nats.conf')).toMatch(/^\s*sync_interval: always$/m);
    const redis = read('deploy/redis/redis.conf');
    expect(redis).toMatch(/^appendonly yes$/m);
    expect(redis).toMatch(/^maxmemory-policy noeviction$/m);
  });

  it('keep their first secrets, readable only by their owner', () => {
    const before = globSync(`${made}/*`)
      .toSorted()
      .map((file) => readFileSync(file, 'utf8'));
    rmSync(join(made, 'redis_url'));
    makeSecrets(made);
    expect(
      globSync(`${made}/*`)
        .toSorted()
        .map((file) => readFileSync(file, 'utf8')),
    ).toEqual(before);
    expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(new Set(before).size).toBe(before.length);
  });
});
