import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MailServer, startMailServer } from './mail.ts';

/** Virtual network between this machine and the server. */
export const net = { world: '10.98.0.1', server: '10.98.0.2', space: 'visita-server', range: '10.98.0.0/24' };

/** Names that resolve to this machine, for certificates and mails. */
export const names = { ca: 'acme-v02.api.letsencrypt.org', mail: 'mail.example', site: 'studio.example' };

/** The practice's mail account. */
export const account = 'studio:right-password';

const run = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });

type Ends = { readonly world: string; readonly server: string };

/** Creates the virtual network with NAT to the registries; returns a function that removes it. */
export const layCable = (): (() => void) => {
  const inside = ['-n', net.space];
  const translation = ['-t', 'nat', 'POSTROUTING', '-s', net.range, '-j', 'MASQUERADE'];
  run('ip', 'netns', 'add', net.space);
  run('ip', 'link', 'add', 'visita0', 'type', 'veth', 'peer', 'name', 'visita1', 'netns', net.space);
  run('ip', 'address', 'add', `${net.world}/24`, 'dev', 'visita0');
  run('ip', 'link', 'set', 'visita0', 'up');
  run('ip', ...inside, 'address', 'add', `${net.server}/24`, 'dev', 'visita1');
  for (const device of ['visita1', 'lo']) run('ip', ...inside, 'link', 'set', device, 'up');
  run('ip', ...inside, 'route', 'add', 'default', 'via', net.world);
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
  run('iptables', ...translation.slice(0, 2), '-A', ...translation.slice(2));
  return () => {
    run('iptables', ...translation.slice(0, 2), '-D', ...translation.slice(2));
    run('ip', 'netns', 'delete', net.space);
  };
};

/** Creates a root certificate and certificates for this machine's names, unless they exist. */
const makeCertificates = (directory: string): void => {
  const at = (name: string) => join(directory, name);
  if (existsSync(at('own.crt'))) return;
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const ours = ['-subj', '/CN=Root of the trial', '-addext', 'basicConstraints=critical,CA:TRUE'];
  run('openssl', 'req', '-x509', ...key, ...ours, '-keyout', at('root.key'), '-out', at('root.crt'));
  const from = ['-CA', at('root.crt'), '-CAkey', at('root.key')];
  const for_ = ['-subj', `/CN=${names.mail}`, '-addext', `subjectAltName=DNS:${names.ca},DNS:${names.mail}`];
  run('openssl', 'req', '-x509', ...key, ...from, ...for_, '-keyout', at('own.key'), '-out', at('own.crt'));
};

/** Caddy's ACME server in place of Let's Encrypt, which validates the site over HTTP too. */
const authority = (directory: string, { world }: Ends): string => `{
  admin off
  skip_install_trust
  storage file_system ${directory}/authority
  auto_https disable_redirects
  pki {
    ca local {
      root {
        cert ${directory}/root.crt
        key ${directory}/root.key
      }
    }
  }
}
https://${names.ca} {
  bind ${world}
  tls ${directory}/own.crt ${directory}/own.key
  @directory path /directory
  rewrite @directory /acme/local/directory
  acme_server
}
`;

const startAuthority = (directory: string, ends: Ends): (() => void) => {
  writeFileSync(join(directory, 'Caddyfile'), authority(directory, ends));
  writeFileSync(join(directory, 'hosts'), `127.0.0.1 localhost\n${ends.server} ${names.site}\n`);
  const caddy = `mount --bind hosts /etc/hosts && exec caddy run --config Caddyfile >authority.log 2>&1`;
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory };
  const child = spawn('unshare', ['--mount', 'sh', '-c', caddy], { cwd: directory, env, stdio: 'inherit' });
  return () => void child.kill();
};

export type World = { readonly root: Buffer; readonly mailServer: MailServer; end(): void };

/** Starts the ACME server and the mail server on this machine. */
export const startWorld = async (directory: string, ends: Ends = net): Promise<World> => {
  mkdirSync(directory, { recursive: true });
  makeCertificates(directory);
  const [cert, key, root] = ['own.crt', 'own.key', 'root.crt'].map((name) =>
    readFileSync(join(directory, name)),
  );
  const endAuthority = startAuthority(directory, ends);
  const mailServer = await startMailServer({ host: ends.world, port: 587, account }, { cert, key });
  return {
    root: root!,
    mailServer,
    end: () => {
      endAuthority();
      mailServer.close();
    },
  };
};
