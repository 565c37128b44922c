import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from './config.ts';
import { secretVariables, variables } from './environment.ts';

const example = readFileSync(fileURLToPath(new URL('../../../.env.example', import.meta.url)), 'utf8');
const documented = Object.fromEntries(
  [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const),
);

describe('configuration', () => {
  it('requires no variable', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'development',
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      databaseUrl: null,
      trustProxy: false,
      holdMinutes: 60,
      limits: { R: { ip: { maximum: 60, seconds: 60 } }, B: { ip: { maximum: 10, seconds: 1200 } } },
    });
  });

  it('is documented in .env.example, every variable with its true default', () => {
    expect(Object.keys(documented).toSorted()).toEqual([...variables].toSorted());
    expect(readConfig(documented)).toEqual(readConfig({}));
  });

  it('reads every secret from a file if one is named', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'visita-config-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const secrets: Record<(typeof secretVariables)[number], string> = {
      BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
      BACKUP_TO: 's3://key:secret@s3.example/bucket/visita?region=eu-south-1',
      DATABASE_URL: 'postgres://visita:secret@db/visita',
      EVENTSTORE_URL: 'esdb://admin:secret@one:2113,two:2113?tls=true',
      NATS_URL: 'nats://secret@one:4222,nats://two:4222',
      REDIS_URL: 'redis://:secret@redis:6379',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      OPERATOR_TOKEN: 'secret'.repeat(6),
      SMTP_URL: 'smtp://user:secret@mail:587',
      CALENDAR_CLIENT_SECRET: 'secret',
      COUNTRY_LOOKUP_TOKEN: 'secret',
    };
    const others = { CALENDAR_CLIENT_ID: 'visita', COUNTRY_LOOKUP_BASE: 'https://where.example' };
    const files: Record<string, string> = {};
    for (const [name, value] of Object.entries(secrets)) {
      const file = (files[`${name}_FILE`] = join(directory, name));
      await writeFile(file, `${value}\n`);
    }
    const { masterKeyFile, ...found } = readConfig({ ...others, ...files });
    expect({ ...found, masterKeyFile: null }).toEqual(readConfig({ ...others, ...secrets }));
    expect(masterKeyFile).toBe(files['MASTER_KEY_FILE']);
    for (const name of secretVariables) {
      expect(example).toContain(`${name}_FILE`);
      const both = () => readConfig({ ...others, ...files, [name]: secrets[name] });
      expect(both).toThrow(`${name}: set this or ${name}_FILE, not both`);
      await writeFile(join(directory, name), ' \n');
      expect(() => readConfig({ ...others, ...files })).toThrow(`${name}_FILE: name a file`);
      await rm(join(directory, name));
      const missing = () => readConfig({ ...others, ...files });
      expect(missing).toThrow(`${name}_FILE: name a file`);
      expect(missing).not.toThrow('secret');
      await writeFile(join(directory, name), secrets[name]);
    }
  });

  it('has an external calendar if client and secret are set, over https only', () => {
    expect(readConfig({}).calendar).toBeNull();
    const client = { CALENDAR_CLIENT_ID: 'visita', CALENDAR_CLIENT_SECRET: 'secret' };
    expect(readConfig(client).calendar).toMatchObject({
      clientId: 'visita',
      issuer: 'https://accounts.google.com',
      apiBase: 'https://www.googleapis.com/calendar/v3',
    });
    expect(() => readConfig({ CALENDAR_CLIENT_ID: 'visita' })).toThrow('CALENDAR_CLIENT_SECRET');
    expect(() => readConfig({ ...client, CALENDAR_ISSUER: 'http://example.com' })).toThrow('https');
  });

  it('uses a tag manager and country lookup only if all their variables are set', () => {
    expect(readConfig({})).toMatchObject({ tagManager: null, countryLookup: null });
    expect(readConfig({ TAG_MANAGER_KEY: 'GTM-ABC1234' }).tagManager).toEqual({
      key: 'GTM-ABC1234',
      origin: 'https://www.googletagmanager.com',
    });
    expect(() => readConfig({ TAG_MANAGER_KEY: '"><script>' })).toThrow('TAG_MANAGER_KEY: write');
    for (const wrong of ['http://tags.example', 'https://tags.example/', 'https://tags.example x'])
      expect(() => readConfig({ TAG_MANAGER_ORIGIN: wrong })).toThrow('TAG_MANAGER_ORIGIN: write');
    const lookup = { COUNTRY_LOOKUP_BASE: 'https://where.example', COUNTRY_LOOKUP_TOKEN: 'secret' };
    expect(readConfig(lookup).countryLookup).toEqual({ base: 'https://where.example', token: 'secret' });
    expect(() => readConfig({ COUNTRY_LOOKUP_TOKEN: 'secret' })).toThrow('COUNTRY_LOOKUP_BASE');
    expect(() => readConfig({ COUNTRY_LOOKUP_BASE: 'https://where.example' })).toThrow('together');
  });

  it('accepts a tag frame on another host only, whatever the port', () => {
    expect(readConfig({}).tagOrigin).toBeNull();
    const own = { PUBLIC_ORIGIN: 'https://visita.example' };
    const tags = (TAG_ORIGIN: string) => readConfig({ ...own, TAG_ORIGIN });
    expect(tags('https://tags.visita.example').tagOrigin).toBe('https://tags.visita.example');
    for (const wrong of ['https://visita.example', 'https://visita.example:8443', 'https://tags.example/x'])
      expect(() => tags(wrong)).toThrow('TAG_ORIGIN: write');
    expect(() => readConfig({ TAG_ORIGIN: 'http://localhost:4000' })).toThrow(
      'TAG_ORIGIN: write a host that differs',
    );
  });

  it('derives the public origin from the port', () => {
    expect(readConfig({ PORT: '8080' }).publicOrigin).toBe('http://localhost:8080');
  });

  it('names every wrong variable with what to write, without repeating the value', () => {
    const wrong = { PORT: 'http', MASTER_KEY: 'c2hvcnQ=', DATABASE_URL: 'mysql://root:secret@x/y' };
    const read = () => readConfig(wrong);
    expect(read).toThrow(/PORT: write a whole number from 0 to 65535/);
    expect(read).toThrow(/MASTER_KEY: write 32 random bytes in base64/);
    expect(read).toThrow(/DATABASE_URL: write an address such as postgres:/);
    expect(read).not.toThrow(/secret|c2hvcnQ/);
  });

  it.each([
    ['PUBLIC_ORIGIN', 'https://visita.example/path'],
    ['PUBLIC_ORIGIN', 'javascript:alert(1)'],
    ['RATE_LIMIT_B', 'many'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0.0.0.0'],
    ['TRUST_PROXY', 'loopback,::/0'],
    ['TRUST_PROXY', '300.1.1.1'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['EVENTSTORE_URL', 'http://host:2113'],
    ['EVENTSTORE_URL', 'esdb://user@host:2113'],
    ['NATS_URL', 'nats://one:4222,two:4222'],
    ['NATS_URL', 'nats://one:4222,'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}: write`));
  });

  it('has an operators’ desk if there is a token of sufficient length, or one per operator', () => {
    const read = (value: string) => readConfig({ OPERATOR_TOKEN: value }).operatorTokens;
    expect(readConfig({})).toMatchObject({ operatorTokens: null });
    const [one, other] = ['t'.repeat(32), `${'u'.repeat(31)}:`];
    expect(read(one)).toEqual([{ name: null, token: one }]);
    const odd = `, words and signs: ${one}`;
    expect(read(odd)).toEqual([{ name: null, token: odd }]);
    const named = [
      { name: 'nora', token: one },
      { name: 'ada.l', token: other },
    ];
    expect(read(`nora:${one}`)).toEqual(named.slice(0, 1));
    expect(read(`nora:${one},ada.l:${other}`)).toEqual(named);
    expect(read(`nora:${one}\nada.l:${other}`)).toEqual(named);
    for (const short of [one.slice(1), `nora:${one.slice(1)}`, `nora:${one},ada:${other.slice(1)}`])
      expect(() => read(short)).toThrow('OPERATOR_TOKEN: write at least 32');
    expect(() => read(`nora:${one},${'v'.repeat(32)}`)).toThrow('OPERATOR_TOKEN: write <name>:<token>');
    expect(() => read(`nora:${one},ada:${one}`)).toThrow('OPERATOR_TOKEN: write a different token');
  });

  it('multiplies the limits by the factor', () => {
    const { limits, holdsPerPatient } = readConfig({ RATE_LIMIT_FACTOR: '100', RATE_LIMIT_R: '7/10s' });
    expect(limits.R.ip).toEqual({ maximum: 700, seconds: 10 });
    expect(holdsPerPatient).toBe(300);
  });

  it('reads the trusted proxies', () => {
    expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
    expect(readConfig({ TRUST_PROXY: 'loopback,10.0.0.0/8,::1' }).trustProxy).toBe('loopback,10.0.0.0/8,::1');
  });
});
