import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '@visita/platform/config/config';
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
const uses = ['master-key', 'mail', 'links', 'addresses'] as const;
const { services, volumes } = shape.parse(parse(text, { merge: true }));

describe('deploy/compose.small.yml', () => {
  it('requires two values and derives the others', () => {
    expect(new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))).toEqual(
      new Set(['DOMAIN', 'SMTP_URL']),
    );
    // Compose warns about every variable without a value.
    expect(new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))).toEqual(new Set(['DOMAIN']));
    const values: Readonly<Record<string, string>> = {
      DOMAIN: 'visita.example',
      SMTP_URL: 'smtp://mail.example:587',
    };
    const fill = (value: string, values: Readonly<Record<string, string>>): string =>
      value
        .replace(/\$\{(\w+):\+(.*)\}$/, (_, name: string, then: string) => (values[name] ? then : ''))
        .replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => values[name] ?? expect.fail(name))
        .replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? expect.fail(name))
        .replace(/\$\{(\w+):?-([^}]*)\}/, (_, name: string, otherwise: string) => values[name] ?? otherwise);
    const settingsBy = (by: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(services.visita.environment).map(([n, v]) => [n, fill(v, by)]));
    const settings = settingsBy(values);
    for (const name of Object.keys(settings)) expect(known).toContain(name);
    const MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + at * at) % 256));
    expect(settings).toMatchObject({
      BACKUP_RECIPIENT_FILE: `${settings['VAR_DIRECTORY']}/secrets/backup.recipient`,
      MASTER_KEY_FILE: `${settings['VAR_DIRECTORY']}/secrets/master.key`,
    });
    const configOf = ({ MASTER_KEY_FILE: _, BACKUP_RECIPIENT_FILE: __, ...environment }: typeof settings) =>
      readConfig({ ...environment, MASTER_KEY: MASTER_KEY.toString('base64') }, uses);
    const withTags = configOf(settingsBy({ ...values, TAG_DOMAIN: 'tags.visita.example' }));
    expect(withTags.tagOrigin).toBe('https://tags.visita.example');
    expect(Object.keys(services.caddy.environment)).toEqual(['DOMAIN', 'TAG_DOMAIN']);
    expect(read('deploy/small.Caddyfile')).toContain('\n{$DOMAIN} {$TAG_DOMAIN} {\n');
    const config = configOf(settings);
    expect(config.tagOrigin).toBeNull();
    expect(config).toMatchObject({
      environment: 'production',
      publicOrigin: 'https://visita.example',
      mailFrom: 'Visita <no-reply@visita.example>',
      supportEmail: 'support@visita.example',
      trustProxy: 'uniquelocal',
      databaseUrl: null,
      port: 3000,
    });
  });

  it('keeps its data in volumes, and pins third-party images', () => {
    const used = Object.values(services).flatMap((each) =>
      each.volumes.map((volume) => volume.split(':')[0]!).filter((from) => !from.startsWith('./')),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
    expect(services.visita.volumes).toEqual([
      `data:${services.visita.environment['VAR_DIRECTORY']}`,
      './legal:/legal:ro',
    ]);
    expect(services.visita.image).toBe(`visita-small:${manifest.version}`);
    expect(services.caddy.image).toMatch(pinned);
    expect(read('Dockerfile')).toMatch(/^FROM \S+ AS small$/m);
  });
});
