import { randomUUID } from 'node:crypto';
import type { Audit, AuditFound, DeskHealth } from '@visita/contracts/operator/audit';
import type { Problem } from '@visita/contracts/problem';
import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const token = randomUUID();
const practice = usePractice({ OPERATOR_TOKEN: token, RATE_LIMIT_FACTOR: '1' });

type Params = { method?: string; body?: unknown; bearer?: string; cookie?: string };

const ask = async (path: string, { method = 'GET', body, bearer, cookie }: Params = {}) => {
  const response = await fetch(new URL(path, practice().stack.address), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response;
};
const api = (path: string, asked: Params = {}) => ask(`/operator/api/${path}`, asked);
const bodyOf = async <Body>(response: Promise<Response>) =>
  (await (await response).json()) as Body & Partial<Problem>;

const logIn = async () => {
  const response = await api('session', { method: 'POST', body: { operator: 'Ada Lovelace', token } });
  expect(response.status).toBe(200);
  const header = response.headers.get('set-cookie') ?? '';
  expect(header).toMatch(/; Path=\/operator; HttpOnly; SameSite=Strict$/);
  return header.slice(0, header.indexOf(';'));
};

const behind = (clinicId: string): readonly (readonly [path: string, asked: Params])[] => [
  ['health', {}],
  ['search', { method: 'POST', body: { text: clinicId } }],
  [`audits/clinic/${clinicId}`, {}],
  [`audits/clinic/${clinicId}/reveal`, { method: 'POST', body: { reason: 'T-1' } }],
  [`events/${clinicId}/causation`, {}],
];

it('refuses access without the token, professionals included', async () => {
  const { anna, clinic } = practice();
  for (const [path, asked] of behind(clinic.clinicId)) {
    expect([path, (await api(path, asked)).status]).toEqual([path, 401]);
    const forged = await api(path, { ...asked, cookie: 'visita_operator=e30.e30' });
    expect([path, forged.status]).toEqual([path, 401]);
  }
  expect((await api('health', { bearer: anna.token })).status).toBe(401);
  expect(await bodyOf(api('session'))).toEqual({ operator: null });
  expect((await api('horses', { cookie: await logIn() })).status).toBe(404);
  const page = await ask('/operator');
  expect(await page.text()).toContain('Operators’ desk');
  for (const [name, value] of [
    ['cache-control', 'no-store'],
    ['x-frame-options', 'DENY'],
    ['content-security-policy', expect.stringMatching(/^default-src 'none'; script-src 'self';/)],
  ] as const)
    expect(page.headers.get(name)).toEqual(value);
});

it('finds a subject and shows its masked history', async () => {
  const { anna, clinic } = practice();
  const cookie = await logIn();
  const find = async (text: string) =>
    (await bodyOf<{ found: AuditFound[] }>(api('search', { method: 'POST', body: { text }, cookie }))).found;
  expect(await find(` ${anna.email.toUpperCase()} `)).toEqual([{ kind: 'pro', id: anna.proId }]);
  expect(await find(clinic.clinicId)).toEqual([{ kind: 'clinic', id: clinic.clinicId }]);
  expect(await find(randomUUID())).toEqual([]);
  expect(await find('nobody@example.com')).toEqual([]);

  const response = await api(`audits/pro/${anna.proId}`, { cookie });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const audit = (await response.json()) as Audit;
  expect(audit).toMatchObject({ kind: 'pro', revealed: false, at: null });
  expect(JSON.stringify(audit)).not.toContain(anna.email);
  const [first, second] = audit.steps;
  // The first event of a sign-up claims the email.
  for (const event of [first, audit.steps.find(({ type }) => type === 'ProSignedUp')])
    expect(await find(event!.eventId)).toEqual([{ kind: 'pro', id: anna.proId }]);
  const { eventId } = audit.steps.find(({ type }) => type === 'HubOpened')!;
  expect(await find(eventId)).toEqual([{ kind: 'clinic', id: clinic.clinicId }]);
  const then = await bodyOf<Audit>(api(`audits/pro/${anna.proId}?at=${first!.time}`, { cookie }));
  expect(then.steps.map(({ eventId }) => eventId)).not.toContain(audit.steps.at(-1)!.eventId);
  const causation = await bodyOf(api(`events/${second!.eventId}/causation`, { cookie }));
  expect(causation).toMatchObject({ eventId: second!.eventId, correlationId: second!.correlationId });

  const health = await bodyOf<DeskHealth>(api('health', { bearer: token }));
  expect(health.position).toBeGreaterThan(0);
  expect(health.parked).toEqual([]);
  expect(health.projections.map(({ name }) => name)).toContain('bookings');

  for (const [path, status] of [
    [`audits/booking/${anna.proId}`, 404],
    ['audits/booking/x', 400],
    [`audits/horse/${anna.proId}`, 400],
    [`audits/pro/${anna.proId}?at=yesterday`, 400],
    [`events/${randomUUID()}/causation`, 404],
  ] as const)
    expect([path, (await api(path, { cookie })).status]).toEqual([path, status]);
});

it('finds patients by email, masked, and logs who was found but not the query', async () => {
  const { anna, client, clinic, stack } = practice();
  const patient = { name: 'Ottavia Blu', email: 'ottavia@example.com', prefix: '+39', phone: '3335550001' };
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(4)}T09:00` };
  const placed = await succeed(
    client.call('placeBooking', { body: { booking, patient }, token: anna.token }),
  );
  const { id } = placed.patient;
  const cookie = await logIn();
  const search = (text: string) =>
    bodyOf<{ found: AuditFound[] }>(api('search', { method: 'POST', body: { text }, cookie }));
  expect((await search(' Ottavia@Example.com ')).found).toEqual([{ kind: 'patient', id, proId: anna.proId }]);
  const audit = await bodyOf<Audit>(api(`audits/patient/${id}`, { cookie }));
  expect(JSON.stringify(audit)).not.toMatch(/ottavia/i);
  await using inside = await lookInside(stack.place);
  const searches = (await inside.events()).filter(
    ({ type, data }) =>
      type === 'OperationPerformed' && (data as { operation: string }).operation === 'find by email',
  );
  expect(searches.at(-1)).toMatchObject({
    data: { targets: [id] },
    metadata: { actor: 'operator:Ada_Lovelace' },
  });
  expect(JSON.stringify(searches)).not.toMatch(/ottavia/i);
  expect(stack.output()).not.toMatch(/ottavia/i);
});

it('reveals personal data only with a reason, and logs the access', async () => {
  const { anna, stack } = practice();
  const cookie = await logIn();
  const reveal = (reason: unknown, id = anna.proId) =>
    api(`audits/pro/${id}/reveal`, { method: 'POST', body: { reason }, cookie });
  await using inside = await lookInside(stack.place);
  const operations = async () =>
    (await inside.events()).filter(({ type, data }) =>
      type === 'OperationPerformed' ? (data as { operation: string }).operation === 'reveal pro' : false,
    );
  for (const reason of ['', undefined, `${anna.email} asked`])
    expect((await reveal(reason)).status).toBe(400);
  expect((await reveal('T-1', randomUUID())).status).toBe(404);
  expect(await operations()).toEqual([]);

  const revealed = await bodyOf<Audit>(reveal('T-1'));
  expect(JSON.stringify(revealed)).toContain(anna.email);
  expect(await operations()).toMatchObject([
    { data: { targets: [anna.proId], reason: 'T-1' }, metadata: { actor: 'operator:Ada_Lovelace' } },
  ]);
  const ended = await api('session', { method: 'DELETE', cookie });
  expect(ended.headers.get('set-cookie')).toMatch(/^visita_operator=; Max-Age=0; /);
  // A copied cookie is invalid after logout.
  expect((await api('health', { cookie })).status).toBe(401);
});

it('rate-limits guesses of the token', async () => {
  const tryOut = (given: string) =>
    api('session', { method: 'POST', body: { operator: 'Eve', token: given } });
  const wrong = ['', 'x', token.slice(1), `${token}x`, token.toUpperCase(), ` ${token}.`];
  const statuses = [];
  for (const given of wrong) statuses.push((await tryOut(given)).status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(statuses.at(-1)).toBe(429);
  const refused = await tryOut(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await api('health', { bearer: token })).status).toBe(429);
});
