import type { Call } from '@visita/contracts/api/call';
import { calls } from '@visita/contracts/api/table';
import { sitemapPaths } from './sitemap.ts';

/** An address of a service, as its router has it. */
export type ServiceRoute = Pick<Call, 'method' | 'service'> & { readonly path: string };

/** Addresses of the query service beside the table's: calendar feeds, the sitemap and the API's description. */
export const queryPaths: readonly string[] = ['/calendar/*', ...sitemapPaths, '/api/docs', '/api/docs/*'];

/** Everything that a service answers itself; all other addresses are the gateway's. */
export const serviceRoutes: readonly ServiceRoute[] = [
  ...calls.map(([, { method, path, service }]) => ({ method, path, service })),
  ...queryPaths.map((path) => ({ method: 'GET', path, service: 'query' }) as const),
];
