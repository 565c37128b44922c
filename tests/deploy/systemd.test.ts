import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '@visita/platform/config/config';
import { known, read, root, temporaryDirectory } from './common.ts';

/** Settings that docs/deploy.md has operators enter in deploy/visita.env. */
const filledIn = {
  PUBLIC_ORIGIN: 'https://studio.it',
  SMTP_URL: 'smtp://studio:secret@mail.studio.it:587',
  MAIL_FROM: 'Visita <no-reply@studio.it>',
  SUPPORT_EMAIL: 'help@studio.it',
  OPERATOR_EMAIL: 'operator@studio.it',
  SIGN_UP: 'invited',
};

const units = globSync('deploy/*.{service,timer}', { cwd: root });
const services = units.filter((unit) => unit.endsWith('.service'));

describe('server without containers', () => {
  it('has a unit for the product, and timers for periodic jobs', () => {
    const names = units.map((unit) => basename(unit)).toSorted();
    expect(names).toEqual([
      'visita-failed@.service',
      'visita-verify.service',
      'visita-verify.timer',
      'visita.service',
    ]);
  });

  it.each(services)('%s runs existing files with the same settings', (unit) => {
    const text = read(unit);
    expect(text).toContain('WorkingDirectory=/opt/visita\n');
    expect(text).toContain('EnvironmentFile=/etc/visita/visita.env\n');
    expect(read('bin/prepare.ts'), 'where tools look').toContain(`'/etc/visita/visita.env'`);
    const [, main = ''] = /node_modules\/\.bin\/node (?:--\S+ )*(bin\/\S+)/.exec(text) ?? [];
    expect(existsSync(join(root, main)), main).toBe(true);
  });

  it('mails the operator if visita-verify fails', () => {
    expect(read('deploy/visita-verify.service')).toContain('OnFailure=visita-failed@%n.service\n');
    expect(read('deploy/visita-failed@.service')).toMatch(/^ExecStart=.* bin\/ops\.ts tell %i$/m);
  });

  it('stops the product in order, with a longer timeout than its own', () => {
    const text = read('deploy/visita.service');
    expect(text).toContain('KillMode=mixed\n');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(30);
  });

  const uses = ['master-key', 'mail', 'links', 'addresses'] as const;
  const MASTER_KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + at * at) % 256));

  it('is valid in production once its settings are filled in, and not before', () => {
    const given = parseEnv(read('deploy/visita.env')) as Record<string, string>;
    for (const name of Object.keys(given)) expect(known).toContain(name);
    const { MASTER_KEY_FILE, ...template } = given;
    const key = { MASTER_KEY: MASTER_KEY.toString('base64') };
    const refused = () => readConfig({ ...template, ...key }, uses);
    for (const name of Object.keys(filledIn)) expect(refused).toThrow(`  ${name}: `);
    const others: Record<string, string> = { ...template, ...filledIn };
    expect(dirname(MASTER_KEY_FILE ?? '')).toBe(`${others['VAR_DIRECTORY']}/secrets`);
    const config = readConfig({ ...others, ...key }, uses);
    expect(config).toMatchObject({ environment: 'production', trust: 'strict' });
  });
});

describe('docs/deploy.md', () => {
  const page = read('docs/deploy.md');
  const [, install = ''] = /^## Without containers$(.*?)^## /ms.exec(page) ?? [];
  const blocks = [...install.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block.trim().split('\n'));

  it('has no command after an editor in a block, and names the file to edit first', () => {
    for (const block of blocks)
      for (const line of block.slice(0, -1))
        expect(line, 'what follows would go into the editor').not.toMatch(/^nano /);
    const instructions = install.slice(0, install.indexOf('nano /etc/visita/visita.env'));
    for (const name of [...Object.keys(filledIn), 'BACKUP_RECIPIENT'])
      expect(instructions).toContain(`\`${name}\``);
  });

  it('clones the tag of a release', () => {
    expect(read('bin/release.ts')).toContain('git tag -a v${version} ');
    expect(page).toContain('git clone --branch v<version> ');
  });

  it('gets a certificate before nginx refers to it', () => {
    const [, nginx = ''] = /^## nginx in the place of Caddy$(.*?)^## /ms.exec(page) ?? [];
    expect(nginx.indexOf('certbot certonly')).toBeGreaterThan(0);
    expect(nginx.indexOf('certbot certonly')).toBeLessThan(nginx.indexOf('/etc/nginx/sites-available'));
  });
});

const mayRunNats = spawnSync('nats-server', ['--version']).status === 0;

describe.skipIf(!mayRunNats)('deploy/nats/nats.conf (needs nats-server)', () => {
  it('is valid for nats-server, from 2.9 on without the line that it names', () => {
    const [, minor] =
      /v2\.(\d+)/.exec(spawnSync('nats-server', ['--version'], { encoding: 'utf8' }).stdout) ?? [];
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'etc/nats'), { recursive: true });
    mkdirSync(join(directory, 'run/secrets'), { recursive: true });
    writeFileSync(join(directory, 'run/secrets/nats_authorization'), 'token: some');
    const text = read('deploy/nats/nats.conf');
    expect(text).toContain('2.10 or newer');
    const kept = Number(minor) >= 10 ? text : text.replace(/^ *sync_interval:.*\n/m, '');
    writeFileSync(join(directory, 'etc/nats/nats.conf'), kept);
    const { status, stderr } = spawnSync('nats-server', ['-t', '-c', 'etc/nats/nats.conf'], {
      cwd: directory,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });
});

const mayAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.skipIf(!mayAnalyze)('systemd units (needs systemd-analyze)', () => {
  const directory = temporaryDirectory();
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it.each(units)('%s is valid', (unit) => {
    // Executables must exist.
    mkdirSync(directory, { recursive: true });
    const file = join(directory, basename(unit));
    for (const each of units)
      writeFileSync(join(directory, basename(each)), read(each).replaceAll('/opt/visita', root));
    expect(analyze('verify', '--recursive-errors=no', file)).toEqual({ status: 0, output: '' });
  });

  it.each(services)('%s is confined', (unit) => {
    const { status, output } = analyze('security', '--offline=true', '--threshold=20', join(root, unit));
    expect(status, output).toBe(0);
  });
});
