/**
 * `node bin/build-proxies.ts`: makes the configurations of proxies that send each call to the service that answers it, from
 * the table of all calls. They are kept in `deploy/`; a test makes them again and compares.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { caddyfile } from './proxies/caddy.ts';
import { ingress } from './proxies/ingress.ts';
import { nginxSite } from './proxies/nginx.ts';

const root = join(import.meta.dirname, '..');

/** The files by their paths in the repository. */
export const proxies: Readonly<Record<string, () => string>> = {
  'deploy/by-table/nginx.conf': nginxSite,
  'deploy/by-table/Caddyfile': caddyfile,
  'deploy/by-table/kubernetes/ingress.yaml': ingress,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [path, make] of Object.entries(proxies)) writeFileSync(join(root, path), make());
