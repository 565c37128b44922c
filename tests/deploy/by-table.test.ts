import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort } from '@visita/platform/core/free-port';
import { type ServiceRoute, serviceRoutes } from '@visita/platform/http/service-routes';
import { hasBinary } from '@visita/platform/testing/services/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { proxies } from '../../bin/build-proxies.ts';
import { read, root, temporaryDirectory } from './common.ts';
import { authorityOf, caddySiteOf, hasCaddy, runCaddy } from './run-caddy.ts';
import { hasNginx, runNginx, siteOf } from './run-nginx.ts';

it.each(Object.entries(proxies))(
  'has %s as the table is: node bin/build-proxies.ts makes it',
  (path, make) => {
    expect(read(path)).toBe(make());
  },
);

/** An address of a route, as somebody would ask for it. */
const addressOf = ({ path }: ServiceRoute): string =>
  path
    .replace(/:part\(.*?\)/, '12')
    .replace('*', 'some/thing')
    .replaceAll(/:\w+/g, 'anna@visita.example');

describe('deploy/by-table/Caddyfile', () => {
  const text = read('deploy/by-table/Caddyfile');
  const matchers = [...text.matchAll(/@(command|query)_\w+ \{\n\s+method (.*)\n\s+path_regexp (.*)\n/g)].map(
    ([, service, methods, pattern]) => ({
      service,
      methods: methods!.split(' '),
      pattern: new RegExp(pattern!),
    }),
  );
  const servicesOf = (method: string, path: string) =>
    matchers
      .filter(({ methods, pattern }) => methods.includes(method) && pattern.test(path))
      .map(({ service }) => service);

  it('sends every call to the service that answers it, and nothing else', () => {
    for (const route of serviceRoutes)
      expect(servicesOf(route.method, addressOf(route)), route.path).toEqual([route.service]);
    expect(servicesOf('GET', '/dashboard/calendar')).toEqual([]);
    expect(servicesOf('GET', '/api/health/ready')).toEqual([]);
  });
});

describe('deploy/by-table/kubernetes', () => {
  const ingress = z.looseObject({
    spec: z.looseObject({
      rules: z.array(
        z.looseObject({
          http: z.object({
            paths: z.array(
              z.looseObject({
                path: z.string(),
                backend: z.object({ service: z.looseObject({ name: z.string() }) }),
              }),
            ),
          }),
        }),
      ),
    }),
  });
  const paths = ingress
    .parse(parse(read('deploy/by-table/kubernetes/ingress.yaml')))
    .spec.rules.flatMap(({ http }) => http.paths);

  it('sends what it sends past the gateway to the service that answers it', () => {
    const found = serviceRoutes.map((route) => {
      const services = paths
        // As the controller asks: from the beginning, and without regard to letters' cases.
        .filter(({ path }) => new RegExp(`^${path}`, 'i').test(addressOf(route)))
        .map(({ backend }) => backend.service.name);
      for (const service of services) expect(service, route.path).toBe(`${route.service}-service`);
      return services.length;
    });
    expect(found.filter((count) => count === 1).length).toBeGreaterThan(serviceRoutes.length * 0.8);
  });

  it.skipIf(!hasBinary({ binary: 'kubectl' }))('is what kubectl takes', () => {
    const directory = join(root, 'deploy/by-table/kubernetes');
    const made = execFileSync('kubectl', ['kustomize', directory], { encoding: 'utf8' });
    expect(made).toContain('name: visita-by-table');
    expect(made).toContain('kind: StatefulSet');
  });
});

/** A proxy that runs, and what its certificate is believed by. */
type Front = { readonly authority: string; stop(): Promise<void> };

type Example = {
  readonly file: string;
  readonly has: boolean;
  /** Runs it between these ports, in a directory of its own, once it `answers`. */
  run(site: Site, answers: (authority: string) => Promise<unknown>): Promise<Front>;
};

type Site = {
  readonly example: string;
  readonly ports: { readonly plain: number; readonly secure: number };
  readonly directory: string;
};

const examples: Example[] = [
  {
    file: 'nginx.conf',
    has: hasNginx,
    run: async ({ example, ports, directory }, answers) => {
      const authority = join(directory, 'fullchain.pem');
      const nginx = await runNginx(siteOf(example, ports, directory), directory, () => answers(authority));
      return { ...nginx, authority };
    },
  },
  {
    file: 'Caddyfile',
    has: hasCaddy,
    run: async ({ example, ports, directory }, answers) => {
      const authority = authorityOf(directory);
      const site = caddySiteOf(example, ports, directory).replaceAll(/^# (tags\..*|\t.*|\})$/gm, '$1');
      const caddy = await runCaddy(site, directory, () => answers(authority));
      return { ...caddy, authority };
    },
  },
];

describe.for(examples.filter(({ has }) => has))('deploy/by-table/$file', ({ file, run }) => {
  const servers: Server[] = [];
  const asked: string[] = [];
  let breaksOff = false;
  let secure = 0;
  let front: Front;

  /** Tells who it is and what reached it; the first of each service can break off without an answer. */
  const listen = async (name: string, first: boolean): Promise<number> => {
    const server = createServer((incoming, response) => {
      const isLook = incoming.headers['user-agent']?.startsWith('Go-http-client') === true;
      if (isLook) return void response.end();
      asked.push(`${incoming.method} ${name}`);
      if (first && breaksOff) return void incoming.socket.destroy();
      response.end(JSON.stringify({ name, headers: incoming.headers }));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };

  const directory = temporaryDirectory();
  beforeAll(async () => {
    const names = ['gateway', 'command', 'command', 'query', 'query', 'notifier', 'notifier'];
    const ports = { plain: await freePort(), secure: await freePort() };
    secure = ports.secure;
    let example = read(`deploy/by-table/${file}`);
    for (const [nth, name] of names.entries()) {
      const port = await listen(name, names.indexOf(name) === nth && name !== 'gateway');
      example = example.replaceAll(`127.0.0.1:${3000 + nth}`, `127.0.0.1:${port}`);
    }
    front = await run({ example, ports, directory }, (authority) => ask('GET', '/', { authority }));
  });
  afterAll(async () => {
    await front.stop();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  type Asked = { headers?: Record<string, string>; host?: string; authority?: string };
  const ask = async (method: string, path: string, told: Asked = {}) => {
    const { headers = {}, host = 'visita.example', authority = front.authority } = told;
    const sent = request({
      host: '127.0.0.1',
      port: secure,
      method,
      path,
      agent: false,
      headers: { host, ...headers },
      servername: host,
      ca: readFileSync(authority),
    });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const text = (await response.toArray()).join('');
    const isJson = text !== '' && response.headers['content-type']?.includes('html') !== true;
    const body: unknown = isJson ? JSON.parse(text) : text;
    return { status: response.statusCode, headers: response.headers, body };
  };

  it('sends every call to the service that answers it, and the rest to the gateway', async () => {
    for (const route of serviceRoutes) {
      const { body } = await ask(route.method, addressOf(route));
      expect(body, `${route.method} ${route.path}`).toMatchObject({ name: route.service });
    }
    for (const path of ['/', '/booking/anna', '/api/unknown', '/api/health/ready', '/assets/a.js'])
      expect((await ask('GET', path)).body).toMatchObject({ name: 'gateway' });
    expect((await ask('GET', '/socket.io/?EIO=4')).body).toMatchObject({ name: 'notifier' });
    for (const path of ['/operator', '/operator/desk']) expect((await ask('GET', path)).status).toBe(404);
  });

  it('says who asks, whatever they claim, and lets nobody begin a trace', async () => {
    const claims = {
      'x-forwarded-for': '203.0.113.9',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const { body } = await ask('GET', '/api/clinics', { headers: claims });
    expect(body).toMatchObject({
      name: 'query',
      headers: { host: 'visita.example', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
    });
    expect(JSON.stringify(body)).not.toContain('traceparent');
  });

  it('repeats what changes nothing, and nothing else that may have arrived', async () => {
    breaksOff = true;
    const askTwice = async (method: string, path: string) => {
      asked.splice(0);
      const answers = [await ask(method, path), await ask(method, path)];
      return { statuses: answers.map(({ status }) => status), times: asked.length, answers };
    };
    const { statuses: reads, times: tries } = await askTwice('GET', '/api/clinics');
    expect(reads).toEqual([200, 200]);
    expect(tries).toBeGreaterThan(2);
    for (const method of ['PUT', 'DELETE']) {
      const { statuses, times, answers } = await askTwice(method, '/api/pros/1');
      expect(times).toBe(2);
      if (method !== 'PUT' || file !== 'nginx.conf') continue;
      const refused = answers[statuses.indexOf(503)];
      expect(refused).toMatchObject({ body: { code: 'unavailable', status: 503 } });
      expect(refused?.headers).toMatchObject({ 'retry-after': '1' });
    }
    breaksOff = false;
  });

  // That of nginx says it in words.
  if (file !== 'nginx.conf')
    it('leads a second host, for tags, to the gateway alone', async () => {
      for (const path of ['/', '/api/clinics', '/api/login', '/socket.io/?EIO=4'])
        expect((await ask('GET', path, { host: 'tags.visita.example' })).body).toMatchObject({
          name: 'gateway',
          headers: { host: 'tags.visita.example' },
        });
    });
});
