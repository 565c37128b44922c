import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import type { Use } from './production.ts';

const all: readonly Use[] = ['master-key', 'mail', 'links', 'addresses', 'backups'];
const decided = {
  NODE_ENV: 'production',
  MASTER_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtps://user:secret@mail.visita.example',
  MAIL_FROM: 'Visita <no-reply@visita.example>',
  PUBLIC_ORIGIN: 'https://visita.example',
  TRUST_PROXY: 'off',
  BACKUP_AT: 'off',
};

/** Names of the refused variables. */
const refused = (given: Readonly<Record<string, string>>, uses: readonly Use[] = all): string[] => {
  try {
    readConfig(given, uses);
    return [];
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name!);
  }
};

describe('production', () => {
  it('starts if everything is decided, otherwise names all that is not', () => {
    expect(refused(decided)).toEqual([]);
    const missing = [
      'MASTER_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'PUBLIC_ORIGIN',
      'TRUST_PROXY',
      'BACKUP_RECIPIENT',
    ];
    expect(refused({ NODE_ENV: 'production' })).toEqual(missing);
    expect(refused({ NODE_ENV: 'production', PORT: 'x' })).toEqual(['PORT', ...missing]);
    for (const environment of ['development', 'test']) expect(refused({ NODE_ENV: environment })).toEqual([]);
  });

  it('requires of a process only what it uses', () => {
    expect(refused({ NODE_ENV: 'production' }, [])).toEqual([]);
    expect(refused({ NODE_ENV: 'production' }, ['master-key'])).toEqual(['MASTER_KEY']);
    expect(refused({ NODE_ENV: 'production' }, ['links', 'addresses'])).toEqual([
      'PUBLIC_ORIGIN',
      'TRUST_PROXY',
    ]);
  });

  it('accepts random operator tokens and private proxy networks', () => {
    for (const token of [randomBytes(16).toString('hex'), randomBytes(32).toString('base64')])
      expect(refused({ ...decided, OPERATOR_TOKEN: `anna:${token}` })).toEqual([]);
    expect(refused({ ...decided, TRUST_PROXY: 'loopback,10.0.0.0/8,fc00::/7,192.0.2.1' })).toEqual([]);
  });

  it('requires a backup recipient only of the process that makes backups, and says how to make none', () => {
    const { BACKUP_AT: _off, ...undecided } = decided;
    expect(() => readConfig(undecided, all)).toThrow(/BACKUP_RECIPIENT: .*BACKUP_AT=off/);
    const others = all.filter((use) => use !== 'backups');
    expect(refused({ ...undecided, BACKUP_RECIPIENT_FILE: '/nowhere' }, others)).toEqual([]);
    expect(refused({ ...undecided, BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` })).toEqual([]);
  });

  const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
  it.each([
    ['MASTER_KEY', base64(Buffer.alloc(32))],
    ['MASTER_KEY', base64(Buffer.alloc(32, 7))],
    ['MASTER_KEY', base64(Buffer.from(Array.from({ length: 32 }, (_, index) => index)))],
    ['MASTER_KEY', base64('0123456789abcdef'.repeat(2))],
    ['MASTER_KEY', base64('correct horse battery staple 123')],
    ['MASTER_KEY', base64(randomBytes(16))],
    ['MAIL_FROM', 'Visita <no-reply@visita.invalid>'],
    ['MAIL_FROM', 'no-reply@localhost'],
    ['MAIL_FROM', 'Visita'],
    ['PUBLIC_ORIGIN', 'http://visita.example'],
    ['TAG_ORIGIN', 'http://tags.visita.example'],
    ['TAG_ORIGIN', 'https://visita.example'],
    ['OPERATOR_TOKEN', 'a'.repeat(32)],
    ['OPERATOR_TOKEN', `anna:${'ab'.repeat(20)}`],
    ['OPERATOR_TOKEN', '0123456789abcdef'.repeat(2)],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', 'loopback,0.0.0.0/1,128.0.0.0/1'],
    ['TRUST_PROXY', '0.0.0.0/0.0.0.0'],
  ])('refuses %s such as %s', (name, value) => {
    expect(refused({ ...decided, [name]: value })).toEqual([name]);
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http://localhost:3000'],
    ['PUBLIC_ORIGIN', 'http://127.0.0.1:3000'],
    ['PUBLIC_ORIGIN', 'http://[::1]:3000'],
    ['TAG_ORIGIN', 'https://tags.visita.example'],
    ['TRUST_PROXY', 'loopback'],
    ['MAIL_FROM', 'no-reply@mail.visita.example'],
  ])('accepts %s=%s', (name, value) => {
    expect(refused({ ...decided, [name]: value })).toEqual([]);
  });
});

describe('trust', () => {
  it('is strict in production and open elsewhere by default', () => {
    expect(readConfig({}).trust).toBe('open');
    expect(readConfig({ TRUST: 'strict' }).trust).toBe('strict');
    expect(readConfig(decided).trust).toBe('strict');
    expect(readConfig({ ...decided, TRUST: 'open' }).trust).toBe('open');
    expect(refused({ TRUST: 'yes' })).toEqual(['TRUST']);
  });

  it('is never strict without mails', () => {
    expect(refused({ SMTP_URL: 'none', TRUST: 'strict' })).toEqual(['SMTP_URL']);
    expect(refused({ ...decided, SMTP_URL: 'none' })).toEqual(['SMTP_URL']);
    const { MAIL_FROM: _, ...silent } = { ...decided, SMTP_URL: 'none', TRUST: 'open' };
    expect(refused(silent)).toEqual([]);
    expect(readConfig(silent).smtpUrl).toBeNull();
  });
});
