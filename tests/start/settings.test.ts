import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '@visita/platform/machine/free-port';
import { signal } from '@visita/platform/postgres/running-process';
import { checkoutApart, runTool, start, temporaryDirectory } from './product.ts';

const command = [process.execPath, 'bin/start.ts'];

const release = { tags: ['release'], timeout: 600_000 };

describe('settings', () => {
  it('are read from .env; the environment takes precedence', async () => {
    const [directory, port] = [await checkoutApart(), await freePort()];
    await writeFile(join(directory, '.env'), `PORT=${port}\nVAR_DIRECTORY=/nowhere\nHOLD_MINUTES=x\n`);
    const environment = { ENV_FILE: '' };
    const wrong = await start({ command, directory, port, environment });
    await expect.poll(wrong.output, { timeout: 60_000 }).toContain('HOLD_MINUTES');
    const started = await start({
      command,
      directory,
      port,
      environment: { ...environment, HOLD_MINUTES: '5' },
    });
    await started.ready();
  }, 600_000);

  it('are read only from the file that ENV_FILE names', async () => {
    const directory = await checkoutApart();
    await writeFile(join(directory, '.env'), 'HOLD_MINUTES=5\n');
    const environment = { ENV_FILE: 'misspelt.env' };
    const refused = await runTool(directory, ['bin/ops.ts', '--help'], environment);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(
      `ENV_FILE names ${join(directory, environment.ENV_FILE)}, which does not exist.`,
    );
  });

  it('of a running product whose file is missing cause an explained error', async () => {
    const directory = await checkoutApart();
    const settings = join(directory, 'visita.env');
    await writeFile(settings, '');
    const started = await start({ command, directory, environment: { ENV_FILE: settings } });
    await started.ready();
    await rm(settings);
    const refused = await runTool(directory, ['bin/ops.ts', 'verify', 'log']);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`(process ${await started.product()}) cannot be read`);
    expect(refused.output).toContain(`ENV_FILE names ${settings}, which does not exist.`);
    // An explicit VAR_DIRECTORY works.
    const environment = { VAR_DIRECTORY: started.varDirectory };
    const verified = await runTool(directory, ['bin/ops.ts', 'verify', 'log'], environment);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.output).toContain('Restore the file');
  }, 600_000);

  it('of a running product are found by the tools', release, async () => {
    const directory = await checkoutApart();
    const started = await start({ command, directory });
    await started.ready();
    const seeded = await runTool(directory, ['bin/seed.ts', '--days', '2']);
    expect(seeded).toMatchObject({ code: 0 });
    expect(seeded.output).toContain(`http://localhost:${started.port}/booking/`);
    const verified = await runTool(directory, ['bin/ops.ts', 'verify', 'log']);
    expect(verified).toMatchObject({ code: 0 });

    const other = await start({ command, directory });
    await other.ready();
    const unclear = await runTool(directory, ['bin/ops.ts', 'verify', 'log']);
    expect(unclear.code).toBe(1);
    expect(unclear.output).toContain('Several products run from here');
    const environment = { VAR_DIRECTORY: started.varDirectory };
    expect(await runTool(directory, ['bin/ops.ts', 'verify', 'log'], environment)).toMatchObject({ code: 0 });
  });

  it('of a running production forbid a demo', release, async () => {
    const directory = await checkoutApart();
    const data = await temporaryDirectory();
    const environment = {
      NODE_ENV: 'production',
      VAR_DIRECTORY: data,
      PUBLIC_ORIGIN: 'https://visita.example',
      MASTER_KEY: randomBytes(32).toString('base64'),
      TRUST_PROXY: 'off',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'Visita <no-reply@visita.example>',
      OPERATOR_TOKEN: randomBytes(32).toString('base64'),
      BACKUP_AT: 'off',
    };
    const started = await start({ command, directory, environment });
    await started.ready();
    const seeded = await runTool(directory, ['bin/seed.ts']);
    expect(seeded.code).toBe(1);
    expect(seeded.output).toContain('refused');
    signal(await started.product(), 'SIGTERM');
    await started.gone();
  });
});
