import { randomBytes } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readConfig } from '@visita/platform/core/config';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { expectConfigured, manifest, needs, read, root, temporaryDirectory } from './common.ts';

const directory = temporaryDirectory();

describe('deploy/kubernetes', () => {
  const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) });
  const container = z.looseObject({
    name: z.string(),
    image: z.string(),
    command: z.array(z.string()),
    envFrom: z.tuple([z.object({ configMapRef: z.object({ name: z.literal('visita') }) })]),
    env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
    resources: z.object({
      requests: z.object({ cpu: z.string(), memory: z.string() }),
      limits: z.object({ memory: z.string() }),
    }),
    securityContext: z.object({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
    }),
  });
  const workload = z.looseObject({
    replicas: z.number().min(2),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number().gt(30),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
        containers: z.array(container).length(1),
        volumes: z.array(
          z.looseObject({
            name: z.string(),
            secret: z
              .looseObject({ items: z.array(z.object({ key: z.string(), path: z.string() })) })
              .optional(),
            persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
          }),
        ),
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
  const workloads = all.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));

  const secretOf = z.looseObject({ stringData: z.record(z.string(), z.string()) });
  const secrets = secretOf.parse(documents('secret.example.yaml')[0]).stringData;
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(directory, name), value);
  it.each(['master_key', 'query_service_keys', 'projector_keys', 'notifier_keys'])(
    'shows a %s that no service takes',
    (name) => {
      const example = { NODE_ENV: 'production', MASTER_KEY: secrets[name] };
      expect(() => readConfig(example, ['master-key'])).toThrow('MASTER_KEY: anybody can guess this one');
    },
  );
  it('gives the root key to the command service alone', () => {
    const given = workloads.flatMap(({ metadata, spec }) =>
      JSON.stringify(spec).includes('"key":"master_key"') ? [metadata.name] : [],
    );
    expect(given).toEqual(['command-service']);
  });
  for (const name of Object.keys(secrets).filter((each) => /key/.test(each)))
    writeFileSync(join(directory, name), randomBytes(32).toString('base64'));
  const shared = z
    .looseObject({ data: z.record(z.string(), z.string()) })
    .parse(named('ConfigMap', 'visita')).data;

  it('lists every file but itself and the example of secrets', () => {
    const files = globSync('*.yaml', { cwd: join(root, 'deploy/kubernetes') });
    const apart = ['kustomization.yaml', 'secret.example.yaml'];
    expect(files.filter((file) => !apart.includes(basename(file))).toSorted()).toEqual(resources.toSorted());
    expect(images).toMatchObject([{ name: 'visita', newTag: manifest.version }]);
  });

  it('runs every service but the desk, confined and looked after', () => {
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

  it('tells each service what it needs, secrets in files', () => {
    for (const { spec } of workloads) {
      const { containers, volumes } = workload.parse(spec).template.spec;
      const { command, env } = containers[0]!;
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      expectConfigured(command, { ...shared, ...own }, ['/run/secrets/visita', directory]);
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

  it('has the gateway find services that are there', () => {
    const gateway = workload.parse(named('Deployment', 'gateway')?.spec).template.spec.containers[0]!;
    const replicas = workload.parse(named('StatefulSet', 'notifier')?.spec).replicas;
    const hosts = gateway.env.flatMap(({ value }) => value.split(',').map((url) => new URL(url).hostname));
    const notifiers = Array.from({ length: replicas }, (_, index) => `notifier-${index}.notifier`);
    expect(hosts).toEqual(['command-service', 'query-service', ...notifiers]);
    for (const host of hosts) expect(named('Service', host.split('.').at(-1)!), host).toBeDefined();
  });

  it('scales what is there', () => {
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
