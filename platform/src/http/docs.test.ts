import { openApiDocument } from '@visita/contracts/api/openapi';
import type { Json } from '@visita/contracts/api/openapi-schemas';
import { calls } from '@visita/contracts/api/table';
import { describe, expect, it } from 'vitest';
import { silent } from '../../testing/database.ts';
import { schemaCompiler } from '../../testing/json-schema.ts';
import { docsPage } from './docs-page.ts';
import { serveDocs } from './docs.ts';
import { createHttpServer } from './server.ts';

const publicOrigin = 'https://visita.example';
const document = openApiDocument(publicOrigin);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** All nested values with their JSON pointers. */
const within = (value: Json, place = '#'): [string, Json][] => [
  [place, value],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => within(inner, `${place}/${name}`))
    : []),
];

const refs = within(document as unknown as Json).flatMap(([place, value]) =>
  place.endsWith('/$ref') && typeof value === 'string' ? [value] : [],
);

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);

const schemaIn = (content: unknown): object =>
  (content as { content: { 'application/json': { schema: object } } }).content['application/json'].schema;

describe('the API documentation', () => {
  it('has every call once', () => {
    const lineOf = (id: string, method: string, path: string) =>
      `${id} ${method.toUpperCase()} ${path.replaceAll(/:\w+|\{\w+\}/g, '*')}`;
    const described = operations.map(({ path, method, operation }) =>
      lineOf(operation.operationId, method, path),
    );
    const declared = calls.map(([name, { method, path }]) => lineOf(name, method, path));
    expect(described).toHaveLength(declared.length);
    expect(new Set(described)).toEqual(new Set(declared));
  });

  it('has no two paths that differ in parameter names only', () => {
    const paths = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('marks required query parameters', () => {
    const overview = operations.find(({ operation }) => operation.operationId === 'getProOverview');
    const query = overview?.operation.parameters.filter((one) => one.in === 'query');
    expect(query?.map(({ name, required }) => [name, required])).toEqual([
      ['from', true],
      ['to', true],
      ['clinicId', false],
      ['professionalId', false],
    ]);
  });

  it('has all path parameters, each once', () => {
    for (const { path, operation } of operations) {
      const names = (place: string) =>
        operation.parameters.filter((one) => one.in === place).map(({ name }) => name);
      expect(names('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const all = operation.parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(all).size).toBe(all.length);
      expect(operation.responses['200']).toHaveProperty('description');
    }
  });

  it('has no broken references', () => {
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => !ref.startsWith('#/components/') || at(ref) === undefined)).toEqual([]);
    const schemes = operations.flatMap(({ operation }) =>
      operation.security.flatMap((one) => Object.keys(one)),
    );
    expect(schemes.filter((name) => !document.components.securitySchemes[name])).toEqual([]);
    const tags = new Set(document.tags.map(({ name }) => name));
    expect(operations.flatMap(({ operation }) => operation.tags).filter((tag) => !tags.has(tag))).toEqual([]);
  });

  it("has valid schemas that accept the calls' inputs and answers", () => {
    const compile = schemaCompiler(document.components.schemas);
    for (const { operation } of operations) {
      for (const { schema } of operation.parameters) compile(schema);
      if (operation.requestBody) compile(schemaIn(operation.requestBody));
      compile(schemaIn(operation.responses['200']));
    }
    const logIn = document.paths['/api/login']!['post']!;
    const takes = compile(schemaIn(logIn.requestBody));
    expect(takes({ email: 'anna@example.com', password: 'secret123' })).toBe(true);
    expect(takes({ email: 'anna@example.com' })).toBe(false);
    expect(takes({ email: 'anna@example.com', password: 'x', admin: true })).toBe(false);
    const answers = compile(schemaIn(logIn.responses['200']));
    expect(answers({ message: 'Logged in', access_token: 'token' })).toBe(true);
    expect(answers({ message: 'Logged in' })).toBe(false);
  });

  it('has 401 for calls with a credential in a header or in the body', () => {
    const open = operations.filter(({ operation }) => operation.responses['401'] === undefined);
    const names = new Set(open.map(({ operation }) => operation.operationId));
    const tokens = operations.filter(({ operation }) => operation.security.length > 0);
    expect(tokens.filter(({ operation }) => names.has(operation.operationId))).toEqual([]);
    expect([names.has('logIn'), names.has('verifyResetToken'), names.has('submitSurvey')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([...names]).toEqual(expect.arrayContaining(['signUp', 'getProByUrl', 'requestBooking']));
  });

  it('has the security scheme of each call', () => {
    const securityOf = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)?.operation.security;
    expect(securityOf('logIn')).toEqual([]);
    expect(securityOf('getClinics')).toEqual([{ session: [] }]);
    expect(securityOf('getClinic')).toEqual([{}, { session: [] }]);
    expect(securityOf('confirmBooking')).toEqual([{ bookingToken: [] }]);
  });
});

describe('its page', () => {
  const serve = () => {
    const app = createHttpServer({ config: { publicOrigin, trustProxy: false }, log: silent });
    serveDocs(app, { publicOrigin });
    return app;
  };

  it('is served beside the document', async () => {
    const app = serve();
    const json = await app.inject('/api/docs/openapi.json');
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await app.inject('/api/docs');
    const nonce = /<style nonce="([^"]+)">/.exec(page.body)?.[1];
    expect(page.headers['content-security-policy']).toContain(`'nonce-${nonce?.replaceAll('&#61;', '=')}'`);
    for (const [name] of calls) expect(page.body).toContain(`<details id="${name}">`);
    await app.close();
  });

  it('runs no script and loads nothing', async () => {
    const { body } = await serve().inject('/api/docs');
    expect(body).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|\ssrc=|style="/);
    expect([...body.matchAll(/href="([^"]+)"/g)].map(([, to]) => to![0])).not.toContain('h');
  });

  it('shows markup as text', () => {
    const evil = { ...document, info: { ...document.info, description: '<script>alert(1)</script>' } };
    expect(docsPage(evil)('n')).not.toContain('<script');
  });
});
