import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@visita/platform/core/free-port';
import { processesIn } from '@visita/platform/postgres/running-process';
import { hasBinary } from '@visita/platform/testing/services/service';
import { nginxSite } from '../../bin/proxies/nginx.ts';
import type { Topology } from '../../tests/support/topology/topology.ts';
import type { World } from './worlds.ts';

export const hasNginx = hasBinary({ binary: 'nginx' });

/** The site without TLS and logs, with the replicas of a topology in place of the example's. */
const siteFor = ({ gateway, replicas }: Topology, port: number): string => {
  const { notifier, 'command-service': command, 'query-service': query } = replicas;
  const urls = [gateway, ...command, ...query, ...notifier].map(({ url }) => url);
  const addressed = urls.reduce(
    (site, url, nth) => site.replace(`server 127.0.0.1:${3000 + nth} `, `server ${new URL(url).host} `),
    nginxSite(),
  );
  return addressed
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, '')
    .replaceAll(/^\s*(?:listen \[::\]|ssl_|(?:access|error)_log ).*$/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`);
};

type Front = Pick<World, 'address' | 'processes' | 'stop'>;

/** nginx in front of the services, as the site of this repository has it: a way past the gateway. Needs two replicas of each. */
export const startNginxFront = async (topology: Topology, processes: World['processes']): Promise<Front> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-nginx-'));
  await chmod(directory, 0o755);
  const port = await freePort();
  await writeFile(join(directory, 'site.conf'), siteFor(topology, port));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${directory}/${what};`)
    .join(' ');
  const events = 'worker_processes auto; events { worker_connections 8192; }';
  // Left alone it ends a connection after a thousand requests, which the clients take for one without an answer.
  const http = `http { access_log off; keepalive_requests 1000000; ${paths} include ${directory}/site.conf; }`;
  await writeFile(join(directory, 'nginx.conf'), `daemon off; pid ${directory}/pid; ${events} ${http}`);
  const args = ['-e', join(directory, 'error.log'), '-c', join(directory, 'nginx.conf')];
  const nginx = spawn('/usr/sbin/nginx', args, { cwd: directory, stdio: 'ignore' });
  const gone = once(nginx, 'exit');
  const address = `http://127.0.0.1:${port}`;
  while (!(await fetch(address).catch(() => null))) {
    if (nginx.exitCode !== null) throw new Error('nginx does not take the site');
    await delay(50);
  }
  return {
    address,
    processes: async () => {
      // Nothing of what is measured passes the gateway.
      const { gateway: _, ...others } = await processes();
      return { nginx: await processesIn(directory), ...others };
    },
    stop: async () => {
      nginx.kill('SIGTERM');
      await gone;
      await rm(directory, { recursive: true, force: true });
    },
  };
};
