import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasBinary } from '@visita/platform/testing/services/service';

/** Whether sites can be tried here. */
export const hasNginx = hasBinary({ binary: 'nginx' }) && hasBinary({ binary: 'openssl' });

/** Makes a certificate for `visita.example` where the sites look for it. */
const makeCertificate = (directory: string): void => {
  const [key, certificate] = [join(directory, 'privkey.pem'), join(directory, 'fullchain.pem')];
  const files = ['-keyout', key, '-out', certificate];
  const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...how, '-subj', '/CN=visita.example', ...files], { stdio: 'ignore' });
};

/** An example between other ports, with another certificate and logs in its own directory. */
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

/** Runs nginx with a site in a directory of its own, until `stop`; resolves once `answers` does. Throws where it does not take the site. */
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
