import { expect, it } from 'vitest';
import { settingNames } from './environment.ts';
import { misspeltNames } from './misspelt.ts';

it.each([
  ['SIGNUP', 'SIGN_UP'],
  ['sign_up', 'SIGN_UP'],
  ['TRUST_PROXIES', null],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['BACKUP_RECIPENT', 'BACKUP_RECIPIENT'],
  ['SMTP_URI', 'SMTP_URL'],
  ['MASTER_KEY_FLIE', 'MASTER_KEY_FILE'],
  ['PATH', null],
  ['HOSTNAME', null],
  ['DOMAIN', null],
  ['NODE_OPTIONS', null],
  ['TAG_DOMAIN', null],
  ['OTEL_EXPORTER_OTLP_HEADERS', null],
] as const)('%s is recognised as %s', (name, setting) => {
  expect([...misspeltNames({ [name]: 'something' }, settingNames).values()]).toEqual(
    setting === null ? [] : [setting],
  );
});

it('ignores known settings and empty variables', () => {
  const right = Object.fromEntries(settingNames.map((name) => [name, 'something']));
  expect(misspeltNames({ ...right, SIGNUP: '' }, settingNames).size).toBe(0);
});
