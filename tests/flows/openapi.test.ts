import type { OpenApiDocument, Operation } from '@visita/contracts/api/openapi';
import { schemaCompiler } from '@visita/platform/testing/json-schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let document: OpenApiDocument;
beforeAll(async () => {
  stack = await startStack();
  document = (await (
    await fetch(new URL('/api/docs/openapi.json', stack.address))
  ).json()) as OpenApiDocument;
}, 180_000);
afterAll(() => stack?.stop());

type Given = { path?: Record<string, string>; body?: unknown; token?: string };
type Content = { content: Record<string, { schema: object }> };

/** What a tool of a stranger does, knowing nothing but the document: it also checks what it sends and gets. */
const createGenerated = () => {
  const compile = schemaCompiler(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const check = (schema: object | undefined, value: unknown, what: string) => {
    if (!schema) throw new Error(`${what} is not described`);
    const valid = compile(schema);
    if (!valid(value)) throw new Error(`${what}: ${JSON.stringify(valid.errors)}`);
  };
  const answerSchema = (operation: Operation, status: number, type: string): object | undefined => {
    const response = operation.responses[String(status)];
    const name = typeof response?.['$ref'] === 'string' ? response['$ref'].split('/').at(-1)! : null;
    const resolved = name === null ? response : document.components.responses[name];
    return (resolved as unknown as Content | undefined)?.content[type]?.schema;
  };
  return async (operationId: string, { path: values = {}, body, token }: Given = {}) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    if (!found) throw new Error(`there is no ${operationId}`);
    const { path, method, operation } = found;
    if (body !== undefined) {
      check(operation.requestBody?.content['application/json'].schema, body, `body of ${operationId}`);
    }
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
    const response = await fetch(new URL(url, document.servers[0]!.url), {
      method: method.toUpperCase(),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const answer: unknown = await response.json();
    check(answerSchema(operation, response.status, type), answer, `${response.status} of ${operationId}`);
    return { status: response.status, answer: answer as Record<string, unknown> };
  };
};

it('is enough for a stranger’s tool to call the product', async () => {
  const call = createGenerated();
  const consents = { configStatus: 1, termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const [email, password] = ['zoe@example.com', 'secret123'];
  const signUp = { username: 'zoe', email, password, comunicationsLanguage: 'en', ...consents };
  const { answer } = await call('signUp', { body: signUp });
  const { id } = answer['data'] as { id: string };
  const token = (await call('logIn', { body: { email, password } })).answer['access_token'] as string;
  const profile = { title: 'doc', name: 'Zoe', lastname: 'Bianchi', prefix: '+39', phone: '3331234567' };
  await call('updatePro', { path: { username: id, id }, body: { ...profile, configStatus: 2 }, token });
  const plan = { configStatus: 100, subscriptionName: 'free' };
  await call('updatePro', { path: { username: id, id }, body: plan, token });
  const place = { name: 'Studio', provinceId: 'IT-RM', city: 'Roma', address: 'Via 1', postalCode: '00100' };
  await call('openClinic', { body: { ...place, ownerId: id, onlineBooking: true }, token });
  for (const read of ['authenticate', 'getClinics', 'getServices', 'getSpecializations', 'getProvinces']) {
    expect([read, (await call(read, { token })).status]).toEqual([read, 200]);
  }
  expect((await call('getProCalendar', { path: { proId: id }, token })).status).toBe(200);
  expect((await call('getClinics')).status).toBe(401);
  expect((await call('createCalendarFeed', { path: { id: crypto.randomUUID() }, token })).status).toBe(404);
});

it('has a page for people', async () => {
  const page = await fetch(new URL('/api/docs', stack.address));
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('<h1>Visita API</h1>');
});
