import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasBinary } from '@visita/platform/testing/services/service';

export const hasCaddy = hasBinary({ binary: 'caddy' });

/** Site from an example, with other ports and its own certificate authority. */
export const caddySiteOf = (
  example: string,
  ports: { plain: number; secure: number },
  directory: string,
): string =>
  example.replace(
    /^\{$/m,
    `{
	admin off
	local_certs
	skip_install_trust
	storage file_system ${directory}
	default_bind 127.0.0.1
	http_port ${ports.plain}
	https_port ${ports.secure}`,
  );

export const authorityOf = (directory: string): string => join(directory, 'pki/authorities/local/root.crt');

/**
 * Runs Caddy with a site in its own directory until `stop`; resolves once `answers` does. Throws if Caddy
 * rejects the site.
 */
export const runCaddy = async (site: string, directory: string, answers: () => Promise<unknown>) => {
  const config = join(directory, 'Caddyfile');
  writeFileSync(config, site);
  const args = ['run', '--adapter', 'caddyfile', '--config', config];
  const env = { PATH: process.env['PATH'], HOME: directory };
  const caddy = spawn('caddy', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  caddy.stderr.on('data', (data) => (output += String(data)));
  for (;;) {
    if (caddy.exitCode !== null) throw new Error(`Caddy rejects the site:\n${output}`);
    if (await answers().catch(() => null)) break;
    await delay(50);
  }
  return {
    /** Output so far. */
    output: () => output,
    stop: async (): Promise<void> => {
      if (caddy.exitCode !== null) return;
      const gone = once(caddy, 'exit');
      caddy.kill('SIGTERM');
      await gone;
    },
  };
};
