import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasBinary } from '@visita/platform/testing/services/service';

export const hasNginx = hasBinary({ binary: 'nginx' }) && hasBinary({ binary: 'openssl' });

/** Creates a certificate for `visita.example` at the sites' path. */
const makeCertificate = (directory: string): void => {
  const [key, certificate] = [join(directory, 'privkey.pem'), join(directory, 'fullchain.pem')];
  const files = ['-keyout', key, '-out', certificate];
  const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...how, '-subj', '/CN=visita.example', ...files], { stdio: 'ignore' });
};

/** Site from an example, with other ports, certificate and logs. */
export const siteOf = (
  example: string,
  ports: { plain: number; secure: number },
  directory: string,
): string =>
  example
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.secure} `)
    .replaceAll('/etc/letsencrypt/live/visita.example', directory)
    .replaceAll('/var/log/nginx', directory);

/**
 * Runs nginx with a site in its own directory until `stop`; resolves once `answers` does. Throws if nginx
 * rejects the site.
 */
export const runNginx = async (site: string, directory: string, answers: () => Promise<unknown>) => {
  makeCertificate(directory);
  writeFileSync(join(directory, 'site.conf'), site);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${directory}/${what};`)
    .join(' ');
  const config = join(directory, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${directory}/pid; events {} http { access_log off; ${paths} include ${directory}/site.conf; }`,
  );
  chmodSync(directory, 0o755);
  const args = ['-e', join(directory, 'error.log'), '-c', config];
  execFileSync('/usr/sbin/nginx', ['-t', ...args], { stdio: 'pipe' });
  const nginx = spawn('/usr/sbin/nginx', args, { stdio: 'ignore' });
  for (;;) {
    if (nginx.exitCode !== null) throw new Error('nginx does not take the site');
    if (await answers().catch(() => null)) break;
    await delay(50);
  }
  return {
    stop: async (): Promise<void> => {
      if (nginx.exitCode !== null) return;
      const gone = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await gone;
    },
  };
};
