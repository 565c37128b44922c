import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '@visita/contracts/api/openapi';
import type { CallName } from '@visita/contracts/api/table';
import { compileSchema, schemaCompiler } from '@visita/platform/testing/json-schema';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { beforeAll, expect, it, vi } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { dayAhead } from '../support/http-practice.ts';
import { sentMails, tokenIn } from '../support/inside.ts';
import { createJudge } from '../support/judge.ts';

const product = useProduct();
let address: string;
let document: OpenApiDocument;
beforeAll(async () => {
  address = new URL('/api/docs/openapi.json', product().stack.address).href;
  document = (await (await fetch(address)).json()) as OpenApiDocument;
});

// Published by the OpenAPI Initiative under its $id.
const metaSchema = join(import.meta.dirname, '../support/openapi-3.1.schema.json');

it('is valid by the OpenAPI Initiative’s schema', async () => {
  const text = await readFile(metaSchema, 'utf8');
  // Ajv resolves a dynamic reference to a schema that is not compiled yet as one to the root.
  const plain = text.replaceAll('"$dynamicRef": "#meta"', '"$ref": "#/$defs/schema"');
  const validate = compileSchema(JSON.parse(plain) as object);
  expect([validate(document), validate.errors]).toEqual([true, null]);
  const { info: _info, ...rest } = document;
  expect(validate(rest)).toBe(false);
});

type Params = { params?: string; body?: unknown; token?: string };

/** Generates a client from the document alone, which validates every request and response. */
const createStranger = async () => {
  const client = await new OpenAPIClientAxios({ definition: address }).init();
  const compile = schemaCompiler(document.components.schemas);
  const judge = createJudge(document);
  return async (operationId: CallName, { params, body, token }: Params = {}) => {
    const operation = client.api.getOperation(operationId);
    const call = client[operationId];
    if (!operation || !call) throw new Error(`there is no ${operationId}`);
    const described = Object.values(document.paths[operation.path] ?? {}).find(
      (one) => one.operationId === operationId,
    );
    const schema = described?.requestBody?.content['application/json'].schema;
    if (body !== undefined && !compile(schema ?? {})(body))
      throw new Error(`${operationId} takes no such body`);
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answered = await call(params, body, { headers, validateStatus: () => true });
    const { status, data } = answered as { status: number; data: Record<string, unknown> };
    const wrong = judge(operationId, {
      status,
      headers: answered.headers as Record<string, string>,
      text: JSON.stringify(data),
    });
    if (wrong) throw new Error(`${operationId}: ${wrong}`);
    return { status, answer: data };
  };
};
type Stranger = Awaited<ReturnType<typeof createStranger>>;

const idIn = (data: unknown): string => (data as { id: string }).id;
const firstIn = (data: unknown): string => idIn((data as unknown[])[0]);

/** Signs up and opens a bookable clinic. */
const openPractice = async (call: Stranger) => {
  const consents = { configStatus: 1, termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const [email, password] = ['zoe@example.com', 'secret123'];
  const account = { username: 'zoe', email, password, comunicationsLanguage: 'en', ...consents };
  const proId = idIn((await call('signUp', { body: account })).answer['data']);
  const token = (await call('logIn', { body: { email, password } })).answer['access_token'] as string;
  const profile = { title: 'doc', name: 'Zoe', lastname: 'Bianchi', prefix: '+39', phone: '3331234567' };
  await call('updatePro', { params: proId, body: { ...profile, configStatus: 2 }, token });
  const plan = { configStatus: 100, subscriptionName: 'free' };
  expect((await call('updatePro', { params: proId, body: plan, token })).status).toBe(200);
  const place = { provinceId: 'IT-RM', city: 'Roma', address: 'Via 1', postalCode: '00100' };
  const clinic = { ...place, name: 'Studio', ownerId: proId, onlineBooking: true };
  const clinicId = idIn((await call('openClinic', { body: clinic, token })).answer['data']);
  const service = { specializationId: 'acupuncture', serviceName: 'Visita', duration: 30, price: 80 };
  const added = await call('addClinicServices', { body: [{ ...service, clinicId }], token });
  const services = [firstIn(added.answer['data'])];
  const hours = { working_day: 9, starting_hour: '09:00', ending_hour: '12:00' };
  const myself = { clinicId, proEmail: email, availability: [hours], services };
  const invited = await call('addCollaborator', { body: myself, token });
  const { hub } = invited.answer['data'] as { hub: { id: string } };
  const afternoon = { hubId: hub.id, working_day: 9, starting_hour: '14:00', ending_hour: '18:00' };
  expect((await call('addHubAvailabilities', { body: [afternoon], token })).status).toBe(200);
  return { proId, token, clinicId };
};

type Offered = {
  date: string;
  bookingAvailabilities: { hubServiceId: string; availabilities: string[] }[];
};

it('is sufficient for a generated client to sign up, open a clinic, book and confirm', async () => {
  const call = await createStranger();
  const { proId, token, clinicId } = await openPractice(call);
  const day = dayAhead(7);
  const offered = await vi.waitUntil(async () => {
    const { answer } = await call('getBookingAvailabilities', { params: clinicId });
    return (answer['data'] as Offered[]).find(({ date }) => date === day)?.bookingAvailabilities[0];
  }, 60_000);
  expect(offered.availabilities).toEqual(expect.arrayContaining(['09:00', '14:30']));

  const contact = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const body = {
    clinicId,
    serviceHubId: offered.hubServiceId,
    date: `${day}T14:30`,
    contactInfo: { ...contact, privacyPolicy: true },
  };
  const bookingId = idIn((await call('requestBooking', { body })).answer['data']);
  const mail = await vi.waitUntil(async () => {
    const mails = await sentMails(product().stack.varDirectory);
    return mails.find((one) => one.includes('To: carla@example.com'));
  }, 60_000);
  const confirmed = await call('confirmBooking', { token: tokenIn(mail) });
  expect(confirmed.answer['data']).toMatchObject({ patientName: 'Carla', professional: 'Zoe Bianchi' });
  await vi.waitUntil(async () => {
    const { answer } = await call('getProCalendar', { params: proId, token });
    return (answer['data'] as { bookings: { id: string }[] }).bookings.some(({ id }) => id === bookingId);
  }, 60_000);
});

it('describes error responses', async () => {
  const call = await createStranger();
  expect((await call('getClinics')).status).toBe(401);
  expect((await call('getProByUrl', { params: 'nobody' })).status).toBe(404);
  expect((await call('logIn', { body: { email: 'x@example.com', password: 'secret123' } })).status).toBe(401);
});

it('has an HTML page', async () => {
  const page = await fetch(new URL('/api/docs', product().stack.address));
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('<h1>Visita API</h1>');
});
