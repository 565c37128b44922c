import { randomUUID } from 'node:crypto';
import { api, type CallName } from '@visita/contracts/api/table';
import { requestOf } from '../access/ask.ts';
import { rows } from '../access/matrix-table.ts';
import type { Sent } from '../access/requests/request.ts';
import { succeed } from '../support/http.ts';
import { replaced, within } from '../support/bad-input.ts';
import { isKnown, isRaw } from './hostile.ts';
import type { Change, Plan } from './plan.ts';
import type { Wire } from '../support/send.ts';
import type { FuzzWorld, StandingLink } from './world.ts';

/** A resolved request, with the data to check it. */
export type Ready = {
  readonly wire: Wire;
  readonly correlation: string;
  readonly token: string | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Replaces placeholders by values of the world. */
const resolved = (world: FuzzWorld, value: unknown): unknown => {
  if (isKnown(value)) return world.resolve(value);
  if (Array.isArray(value)) return value.map((item) => resolved(world, item));
  if (typeof value !== 'object' || value === null || isRaw(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(world, item)]));
};

const withoutPlace = (body: unknown, path: readonly (string | number)[]): unknown => {
  const parent = path.slice(0, -1);
  const last = path.at(-1);
  const holder = parent.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body);
  const rest = Array.isArray(holder)
    ? holder.filter((_, index) => index !== last)
    : Object.fromEntries(Object.entries(holder as object).filter(([name]) => name !== last));
  return replaced(body, parent, rest);
};

const changed = (body: unknown, { how, at, from, name, value }: Change): unknown => {
  const places = within(body);
  const place = places[at % places.length]!;
  switch (how) {
    case 'replace':
      return replaced(body, place.path, value);
    case 'copy':
      return replaced(body, place.path, places[from % places.length]?.value);
    case 'remove':
      return place.path.length === 0 ? undefined : withoutPlace(body, place.path);
    case 'double':
      return replaced(body, place.path, [place.value, place.value]);
    case 'add': {
      const plain = typeof place.value === 'object' && place.value !== null && !Array.isArray(place.value);
      const more = Object.entries(plain ? (place.value as object) : {});
      return replaced(body, place.path, Object.fromEntries([...more, [name, value]]));
    }
  }
};

const bodyOf = (world: FuzzWorld, { body }: Plan, good: unknown): { value: unknown; text: string | null } => {
  if (body.kind === 'raw') return { value: null, text: body.text };
  const value =
    body.kind === 'changed'
      ? // A later change may be inside of an earlier one's value.
        body.changes
          .map((change) => ({ ...change, value: resolved(world, change.value) }))
          .reduce(changed, good)
      : body.kind === 'made'
        ? resolved(world, body.value)
        : body.kind === 'none'
          ? undefined
          : good;
  return { value, text: JSON.stringify(value) ?? null };
};

const tokenOf = (world: FuzzWorld, { bearer, actor }: Plan, good: Sent): string | undefined => {
  if (bearer.kind === 'none') return undefined;
  if (bearer.kind === 'known') return String(resolved(world, bearer.token));
  return good.token ?? world.bearers(actor);
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const pathOf = (world: FuzzWorld, name: CallName, { params, query }: Plan, good: Sent) => {
  const values: Record<string, string> = {};
  const path = api[name].path.replaceAll(/:(\w+)/g, (_, param: string) => {
    const other = params[param];
    const value = isKnown(other) ? world.resolve(other) : (good.params?.[param] ?? '');
    values[param] = value;
    return typeof other === 'string' ? other : encodeURIComponent(value);
  });
  const pairs = [...Object.entries(good.query ?? {}), ...query].map(([field, value]): [string, string] => [
    field.toWellFormed(),
    textOf(resolved(world, value)).toWellFormed(),
  ]);
  const search = new URLSearchParams(pairs).toString();
  return { path: search === '' ? path : `${path}?${search}`, params: values };
};

/** Authorises at the calendar service double and returns the request with its code. */
const connecting = async ({ client, double, people }: FuzzWorld, good: Sent): Promise<Sent> => {
  const asked = { params: { id: people.self.proId }, token: people.self.token };
  const { data } = await succeed(client.call('authorizeCalendar', asked));
  const { code, state } = await double.allow(data.url);
  return { ...good, body: { code, state } };
};

/** Returns whether a request may succeed: only then an object is created for it. */
const isHopeful = ({ bearer, params, body }: Plan): boolean =>
  bearer.kind === 'good' &&
  Object.keys(params).length === 0 &&
  (body.kind === 'good' || body.kind === 'made');

const withLink = (asked: Sent, { token, email }: StandingLink): Sent => {
  const fields = { ...(asked.body as object | undefined) };
  const theirs = { ...('email' in fields ? { email } : {}), ...('token' in fields ? { token } : {}) };
  return { ...asked, token, ...(asked.body === undefined ? {} : { body: { ...fields, ...theirs } }) };
};

const goodRequest = async (world: FuzzWorld, name: CallName, plan: Plan): Promise<Sent> => {
  const row = rows.find((one) => one.name === plan.row)!;
  const fresh = plan.fresh && isHopeful(plan);
  const holds = plan.actor === 'self' || plan.actor === 'misused';
  const link = holds && !fresh ? world.links[name] : undefined;
  // Creating a link is skipped for actors without one.
  if (link !== undefined) return withLink(await requestOf(world, row, 'other', false), link);
  const good = await requestOf(world, row, plan.actor, fresh);
  return name === 'connectCalendar' && fresh && plan.actor === 'self' ? connecting(world, good) : good;
};

export const readyOf = async (world: FuzzWorld, name: CallName, plan: Plan): Promise<Ready> => {
  const good = await goodRequest(world, name, plan);
  const { path, params } = pathOf(world, name, plan, good);
  const { value, text } = bodyOf(world, plan, good.body);
  const token = tokenOf(world, plan, good);
  const correlation = randomUUID();
  const headers: Record<string, string> = { 'x-correlation-id': correlation, ...plan.headers };
  if (plan.bearer.kind === 'text') headers['authorization'] = plan.bearer.text;
  else if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (text !== null) {
    headers['content-type'] = plan.body.kind === 'raw' ? plan.body.contentType : 'application/json';
    headers['content-length'] = String(Buffer.byteLength(text));
  }
  const wire = { method: api[name].method, path, headers, body: text };
  return { wire, correlation, token, params, body: value };
};
