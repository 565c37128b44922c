import { api, calls, type CallName } from '@visita/contracts/api/table';
import { problems } from '@visita/contracts/problem';
import { beforeAll, expect, it, vi } from 'vitest';
import { badBodies, type BadBody } from '../support/bad-input.ts';
import { goodRequests, type Known } from '../support/good-requests.ts';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { lookInside, sentMails, tokenIn } from '../support/inside.ts';

const practice = usePractice();
let known: Known;
let bookingToken: string;

beforeAll(async () => {
  const { stack, client, anna, clinic } = practice();
  const { offers, clinicId } = clinic;
  const { name, email, prefix, phone } = requestOf(clinicId, offers[0], '', 'carla').contactInfo;
  const booking = { hubServiceId: offers[0], date: `${dayAhead(5)}T09:00` };
  const body = { booking, patient: { name, email, prefix, phone } };
  const placed = await succeed(client.call('placeBooking', { body, token: anna.token }));
  known = { anna, clinic, bookingId: placed.data.id, patientId: placed.patient.id };
  await succeed(
    client.call('requestBooking', { body: requestOf(clinicId, offers[0], `${dayAhead(5)}T10:00`, 'dora') }),
  );
  const mail = await vi.waitUntil(
    async () => (await sentMails(stack.varDirectory)).find((one) => one.includes('To: dora@example.com')),
    15_000,
  );
  bookingToken = tokenIn(mail);
});

const tokenFor = (name: CallName): Record<string, string> => {
  const token = { pro: known.anna.token, 'booking-token': bookingToken }[api[name].access as string];
  return token ? { authorization: `Bearer ${token}` } : {};
};

type Answer = { status: number; code: string | undefined };

const send = async (name: CallName, path: string, { text, contentType }: BadBody): Promise<Answer> => {
  const response = await fetch(new URL(path, practice().stack.address), {
    method: api[name].method,
    headers: { 'content-type': contentType ?? 'application/json', ...tokenFor(name) },
    body: text,
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
};

const isProblem = ({ status, code }: Answer): boolean =>
  status >= 400 && status < 500 && code !== undefined && Object.hasOwn(problems, code);

const writes = calls.filter(([, { method }]) => method !== 'GET').map(([name]) => name);

it('refuses invalid bodies of every call with a problem response and no event', async () => {
  await using inside = await lookInside(practice().stack.place);
  const good = goodRequests(known);
  const head = await inside.head();
  const wrong: string[] = [];
  let sent = 0;
  for (const name of writes) {
    const request = good[name];
    if (!request) throw new Error(`tell a good request of ${name}`);
    const accepts = (body: unknown) => api[name].body.safeParse(body).success;
    if (request.body !== undefined) expect([name, accepts(request.body)]).toEqual([name, true]);
    const path = api[name].path.replaceAll(/:(\w+)/g, (_, param: string) => request.params![param]!);
    for (const bad of badBodies(request.body ?? {}, accepts)) {
      const answer = await send(name, path, bad);
      sent += 1;
      if (!isProblem(answer)) wrong.push(`${name}: ${bad.why} → ${answer.status} ${answer.code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await inside.head()).toBe(head);
  // Most calls take a body, which can be invalid in many ways.
  expect(sent).toBeGreaterThan(1500);
}, 600_000);

it.each(['x', '../..', '%00', '%ff', '-1', 'a'.repeat(300), '__proto__', "' or 1=1 --", '💥'])(
  'refuses %j as an id of every call, without an event',
  async (id) => {
    await using inside = await lookInside(practice().stack.place);
    const head = await inside.head();
    const wrong: string[] = [];
    for (const [name, { path, method, params }] of calls) {
      if (!path.includes(':')) continue;
      const url = path.replaceAll(/:\w+/g, () => (id.startsWith('%') ? id : encodeURIComponent(id)));
      const body = goodRequests(known)[name]?.body;
      const response = await fetch(new URL(url, practice().stack.address), {
        method,
        headers: { ...tokenFor(name), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { code } = (await response.json()) as { code?: string };
      const taken = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param]) => [param, id]));
      const answer = { status: response.status, code };
      if (!isProblem(answer))
        wrong.push(`${name} ${JSON.stringify(taken)} → ${answer.status} ${params.type}`);
    }
    expect(wrong).toEqual([]);
    expect(await inside.head()).toBe(head);
  },
);
