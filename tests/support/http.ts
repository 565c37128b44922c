import {
  idempotencyHeader,
  ifMatchHeader,
  minimumPositionHeader,
  positionHeader,
} from '@visita/contracts/api/headers';
import { api, type Answer, type Api, type CallName, type Input } from '@visita/contracts/api/table';
import type { Problem } from '@visita/contracts/problem';

/** Response with its parsed body, which is a problem if `status` is 400 or above. */
export type Reply<Body> = {
  readonly status: number;
  readonly body: Body & Partial<Problem>;
  readonly position: string | null;
};

export type Sent<Name extends CallName> = Partial<Input<Api[Name]>> & {
  token?: string;
  /** The `Idempotency-Key`. */
  key?: string;
  /** Version to replace, sent as `If-Match`. */
  version?: string;
  /** Position that the read models must have reached. */
  from?: string;
  /** The `x-correlation-id`, stored with every event of the request. */
  correlation?: string;
};

const pathOf = (path: string, params: unknown, query: unknown): string => {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  return search ? `${filled}?${search}` : filled;
};

/** Part of `fetch` that a client uses. */
export type Send = (
  url: URL,
  request: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Pick<Response, 'status' | 'json'> & { headers: Pick<Headers, 'get'> }>;

export const createClient = (address: string, send: Send = fetch) => ({
  call: async <Name extends CallName>(
    name: Name,
    sent: Sent<Name> = {},
  ): Promise<Reply<Answer<Api[Name]>>> => {
    const { method, path } = api[name];
    const { params, query, body, token, key, version, from, correlation } = sent;
    const response = await send(new URL(pathOf(path, params, query), address), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { [idempotencyHeader]: key }),
        ...(version === undefined ? {} : { [ifMatchHeader]: `"${version}"` }),
        ...(from === undefined ? {} : { [minimumPositionHeader]: from }),
        ...(correlation === undefined ? {} : { 'x-correlation-id': correlation }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answered = (await response.json()) as Answer<Api[Name]> & Partial<Problem>;
    return { status: response.status, body: answered, position: response.headers.get(positionHeader) };
  },
});
export type Client = ReturnType<typeof createClient>;

/** Returns a function that calls with a token and expects success. */
export const callAs =
  ({ call }: Client, token: string) =>
  <Name extends CallName>(name: Name, sent: Sent<Name> = {}) =>
    succeed(call(name, { ...sent, token }));
export type CallAs = ReturnType<typeof callAs>;

/** Like `call`; throws unless it succeeds. */
export const succeed = async <Body>(
  reply: Promise<Reply<Body>>,
): Promise<Body & { position: string | null }> => {
  const { status, body, position } = await reply;
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...body, position };
};
