import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '@visita/platform/core/config';
import { known, manifest, pinned, read } from './common.ts';

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  restart: z.literal('unless-stopped'),
  volumes: z.array(z.string()),
});
const shape = z.looseObject({
  services: z.object({
    visita: service.extend({ build: z.object({ context: z.literal('..'), target: z.literal('small') }) }),
    caddy: service,
  }),
  volumes: z.record(z.string(), z.null()),
});
const text = read('deploy/compose.small.yml');
const { services, volumes } = shape.parse(parse(text, { merge: true }));

describe('deploy/compose.small.yml', () => {
  it('needs two values, from which the others follow', () => {
    expect(new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))).toEqual(
      new Set(['DOMAIN', 'SMTP_URL']),
    );
    const values: Readonly<Record<string, string>> = {
      DOMAIN: 'visita.example',
      SMTP_URL: 'smtp://mail.example:587',
    };
    const fill = (value: string): string =>
      value
        .replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => values[name] ?? expect.fail(name))
        .replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? expect.fail(name))
        .replace(/\$\{\w+:?-(.*)\}/, '$1');
    const told = Object.fromEntries(
      Object.entries(services.visita.environment).map(([n, v]) => [n, fill(v)]),
    );
    for (const name of Object.keys(told)) expect(known).toContain(name);
    const MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + at * at) % 256));
    const { MASTER_KEY_FILE, BACKUP_RECIPIENT_FILE, ...others } = told;
    expect(BACKUP_RECIPIENT_FILE).toBe(`${others['VAR_DIRECTORY']}/secrets/backup.recipient`);
    expect(MASTER_KEY_FILE).toBe(`${others['VAR_DIRECTORY']}/secrets/master.key`);
    const config = readConfig({ ...others, MASTER_KEY: MASTER_KEY.toString('base64') }, [
      'master-key',
      'mail',
      'links',
      'addresses',
    ]);
    expect(config).toMatchObject({
      environment: 'production',
      publicOrigin: 'https://visita.example',
      mailFrom: 'Visita <no-reply@visita.example>',
      trustProxy: 'uniquelocal',
      databaseUrl: null,
      port: 3000,
    });
  });

  it('keeps its data, and pins what others made', () => {
    const used = Object.values(services).flatMap((each) =>
      each.volumes.map((volume) => volume.split(':')[0]),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
    expect(services.visita.volumes).toEqual([`data:${services.visita.environment['VAR_DIRECTORY']}`]);
    expect(services.visita.image).toBe(`visita-small:${manifest.version}`);
    expect(services.caddy.image).toMatch(pinned);
    expect(read('Dockerfile')).toMatch(/^FROM \S+ AS small$/m);
  });
});
