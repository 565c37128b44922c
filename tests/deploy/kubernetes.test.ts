import { randomBytes } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readConfig } from '@visita/platform/config/config';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import {
  inPlace,
  expectConfigured,
  known,
  manifest,
  needs,
  read,
  root,
  temporaryDirectory,
} from './common.ts';

const directory = temporaryDirectory();

describe('deploy/kubernetes', () => {
  const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) });
  const confined = z.looseObject({
    name: z.string(),
    image: z.string(),
    command: z.array(z.string()),
    envFrom: z.tuple([z.object({ configMapRef: z.object({ name: z.literal('visita') }) })]),
    env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    resources: z.object({
      requests: z.object({ cpu: z.string(), memory: z.string() }),
      limits: z.object({ memory: z.string() }),
    }),
    securityContext: z.object({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
    }),
    volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
  });
  const container = confined.extend({
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
  });
  const pod = z.looseObject({
    automountServiceAccountToken: z.literal(false),
    securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
    volumes: z.array(
      z.looseObject({
        name: z.string(),
        secret: z.looseObject({ items: z.array(z.object({ key: z.string(), path: z.string() })) }).optional(),
        persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
      }),
    ),
  });
  const cronJob = z.strictObject({
    schedule: z.string().regex(/^([0-5]?\d) ([01]?\d|2[0-3]) \* \* \*$/),
    timeZone: z.literal('Etc/UTC'),
    concurrencyPolicy: z.literal('Forbid'),
    startingDeadlineSeconds: z.number().min(600),
    successfulJobsHistoryLimit: z.number().min(1),
    failedJobsHistoryLimit: z.number().min(1),
    jobTemplate: z.strictObject({
      spec: z.strictObject({
        backoffLimit: z.number().max(3),
        activeDeadlineSeconds: z.number(),
        template: z.strictObject({
          metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
          spec: pod.extend({ restartPolicy: z.literal('Never'), containers: z.array(confined).length(1) }),
        }),
      }),
    }),
  });
  const workload = z.looseObject({
    replicas: z.number().min(2),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: pod.extend({
        terminationGracePeriodSeconds: z.number().gt(30),
        containers: z.array(container).length(1),
      }),
    }),
  });
  const resource = z.looseObject({
    kind: z.string(),
    metadata: z.looseObject({ name: z.string() }),
    spec: z.looseObject({}).optional(),
  });
  const documents = (file: string) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => {
      expect(document.errors, file).toEqual([]);
      return resource.parse(document.toJS());
    });
  const { resources, images } = z
    .looseObject({
      resources: z.array(z.string()),
      images: z.array(z.object({ name: z.string(), newName: z.string(), newTag: z.string() })),
    })
    .parse(parse(read('deploy/kubernetes/kustomization.yaml')));
  const all = resources.flatMap(documents);
  const named = (kind: string, name: string) =>
    all.find((each) => each.kind === kind && each.metadata.name === name);
  const cronJobs = all.filter(({ kind }) => kind === 'CronJob');
  const workloads = all.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));

  const secretOf = z.looseObject({ stringData: z.record(z.string(), z.string()) });
  const secrets = secretOf.parse(documents('secret.example.yaml')[0]).stringData;
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(directory, name), value);
  it.each(['master_key', 'query_service_keys', 'projector_keys', 'notifier_keys'])(
    'reports a %s that no service reads',
    (name) => {
      const example = { NODE_ENV: 'production', MASTER_KEY: secrets[name] };
      expect(() => readConfig(example, ['master-key'])).toThrow('MASTER_KEY: this one can be guessed');
    },
  );
  it('gives the root key only to the command service and the nightly jobs', () => {
    const given = [...workloads, ...cronJobs].flatMap(({ metadata, spec }) =>
      JSON.stringify(spec).includes('"key":"master_key"') ? [metadata.name] : [],
    );
    expect(given).toEqual(['command-service', 'backup', 'verify']);
  });
  for (const name of Object.keys(secrets).filter((each) => /key/.test(each)))
    writeFileSync(join(directory, name), randomBytes(32).toString('base64'));
  const shared = z
    .looseObject({ data: z.record(z.string(), z.string()) })
    .parse(named('ConfigMap', 'visita')).data;

  it('lists every file except itself and the example secrets', () => {
    const files = globSync('*.yaml', { cwd: join(root, 'deploy/kubernetes') });
    const apart = ['kustomization.yaml', 'secret.example.yaml'];
    expect(files.filter((file) => !apart.includes(basename(file))).toSorted()).toEqual(resources.toSorted());
    expect(images).toMatchObject([{ name: 'visita', newTag: manifest.version }]);
  });

  it('runs every service except the desk, confined and with health checks', () => {
    const mains = workloads.map(
      ({ spec }) => workload.parse(spec).template.spec.containers[0]?.command[1] ?? '',
    );
    expect(mains.toSorted()).toEqual(
      Object.keys(needs)
        .filter((main) => !main.startsWith('operator'))
        .toSorted(),
    );
    for (const { metadata, spec } of workloads) {
      const { selector, template } = workload.parse(spec);
      const [each] = template.spec.containers;
      expect(each?.image).toBe(`visita:${manifest.version}`);
      expect(each?.readinessProbe.httpGet.path).toBe('/api/health/ready');
      for (const alive of [each?.livenessProbe, each?.startupProbe])
        expect(alive?.httpGet.path).toBe('/api/health/live');
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      expect(named('PodDisruptionBudget', metadata.name)?.spec).toMatchObject({
        selector,
        maxUnavailable: 1,
      });
      expect(named('Service', metadata.name)?.spec).toMatchObject({ selector: selector.matchLabels });
    }
  });

  const places: [string, string] = ['/run/secrets/visita', directory];
  const podOf = ({ kind, spec }: (typeof all)[number]) =>
    kind === 'CronJob'
      ? cronJob.parse(spec).jobTemplate.spec.template.spec
      : workload.parse(spec).template.spec;
  const toldOf = (env: readonly { name: string; value: string }[]) => ({
    ...shared,
    ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
  });

  it('makes and verifies a backup each night, as the same product', () => {
    const command = podOf(named('Deployment', 'command-service')!);
    const asked: string[] = [];
    for (const job of cronJobs) {
      const { containers, volumes } = podOf(job);
      const { image, command: run, env, volumeMounts } = containers[0]!;
      expect(image).toBe(`visita:${manifest.version}`);
      expect(run.slice(0, 2)).toEqual(['node', 'bin/ops.ts']);
      asked.push(...run.slice(2));
      // The job uses the command service's database, events and keys.
      expect(env).toEqual(expect.arrayContaining(command.containers[0]!.env));
      for (const { name } of env) expect(known).toContain(name);
      const files = inPlace(toldOf(env), places);
      const config = readConfig(files, ['master-key']);
      // Assembled in its own volume, because the journal's is small.
      const at = (path: string) =>
        volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`))?.name;
      expect(volumes.find(({ name }) => name === at('/var/lib/visita/backup-staging'))).toHaveProperty(
        'emptyDir',
      );
      if (run[2] !== 'backup') continue;
      expect(config.backupPlace.kind).not.toBe('folder');
      const journal = volumes.find(({ name }) => name === at(config.erasureJournal));
      expect(command.volumes).toContainEqual(journal);
    }
    expect(asked).toEqual(['backup', 'verify']);
  });

  it('gives each service its settings, secrets as files', () => {
    for (const each of [...workloads, ...cronJobs]) {
      const { containers, volumes } = podOf(each);
      const { command, env } = containers[0]!;
      if (each.kind !== 'CronJob') expectConfigured(command, toldOf(env), places);
      const mounted = volumes.flatMap(({ secret }) => secret?.items ?? []);
      for (const { key, path } of mounted) {
        expect(Object.keys(secrets)).toContain(key);
        expect(path).toBe(key);
      }
      const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => basename(value));
      expect(mounted.map(({ key }) => key).toSorted()).toEqual(files.toSorted());
      for (const { persistentVolumeClaim: claim } of volumes)
        if (claim) expect(named('PersistentVolumeClaim', claim.claimName)).toBeDefined();
    }
  });

  it('routes the gateway to existing services', () => {
    const gateway = workload.parse(named('Deployment', 'gateway')?.spec).template.spec.containers[0]!;
    const replicas = workload.parse(named('StatefulSet', 'notifier')?.spec).replicas;
    const hosts = gateway.env.flatMap(({ value }) => value.split(',').map((url) => new URL(url).hostname));
    const notifiers = Array.from({ length: replicas }, (_, index) => `notifier-${index}.notifier`);
    expect(hosts).toEqual(['command-service', 'query-service', ...notifiers]);
    for (const host of hosts) expect(named('Service', host.split('.').at(-1)!), host).toBeDefined();
  });

  it('scales existing deployments', () => {
    const scalers = all.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scalers.length).toBeGreaterThan(0);
    for (const { metadata, spec } of scalers) {
      expect(spec).toMatchObject({
        minReplicas: 2,
        scaleTargetRef: { kind: 'Deployment', name: metadata.name },
      });
      expect(named('Deployment', metadata.name)).toBeDefined();
    }
  });
});
