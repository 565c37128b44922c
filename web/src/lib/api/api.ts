import type { Call } from '@visita/contracts/api/call';
import type { Answer, Api, CallName, Input } from '@visita/contracts/api/table';
import type { Challenge, Current, Problem, ProblemCode } from '@visita/contracts/problem';
import {
  ifMatchHeader,
  minimumPositionHeader,
  pageLoadHeader,
  positionHeader,
  staleHeader,
} from '@visita/contracts/api/headers';

type Details = Pick<Problem, 'challenge' | 'current' | 'issues' | 'patientId'> & {
  retryAfter?: number | undefined;
};

/** Refused or failed call. `message` is the server's text, or the call's failure text without a response. */
export class ApiError extends Error {
  readonly code: ProblemCode | 'network';
  readonly status: number;
  /** Proof of work to solve before sending the request again. */
  readonly challenge: Challenge | undefined;
  /** Current version of the record that should be replaced. */
  readonly current: Current | undefined;
  readonly issues: Problem['issues'];
  /** The caller's patient who has the email, for `email-taken`. */
  readonly patientId: string | undefined;
  /** Seconds after which the server takes the request again; undefined if it named no time. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode | 'network',
    text: string,
    status = 0,
    { challenge, current, issues, patientId, retryAfter }: Details = {},
  ) {
    super(text);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.challenge = challenge;
    this.current = current;
    this.issues = issues;
    this.patientId = patientId;
    this.retryAfter = retryAfter;
  }
}

type Part<Key extends string, Value> = [Value] extends [undefined | null | Record<string, never>]
  ? { [key in Key]?: never }
  : Partial<Value> extends Value
    ? { [key in Key]?: Value }
    : { [key in Key]: Value };

/** Input of a call: params, query and body as in its schemas, and a token that replaces the session's. */
export type CallInput<Name extends CallName> = Part<'params', Input<Api[Name]>['params']> &
  Part<'query', Input<Api[Name]>['query']> &
  Part<'body', Input<Api[Name]>['body']> & {
    token?: string;
    idempotencyKey?: string;
    /** Version to replace, if the call takes one. */
    ifMatch?: string;
  };

type Rest<Name extends CallName> =
  Partial<CallInput<Name>> extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];

/** Sends a call of the API table by name; throws {@link ApiError}. */
export type ApiClient<Names extends CallName = CallName> = <Name extends Names>(
  name: Name,
  ...rest: Rest<Name>
) => Promise<Answer<Api[Name]>>;

type Route = readonly [method: Call['method'], path: string, failure: string];

type Options<Names extends CallName> = {
  routes: Readonly<Record<Names, Route>>;
  /** Returns the session's token; public pages send none. */
  token: () => string | null;
  /** Stores the highest seen position, so that reads include one's own writes also after a reload. */
  positions?: Pick<Storage, 'getItem' | 'setItem'>;
  /** Called when a response lacks earlier writes. */
  onStale?: (name: Names) => void;
  fetch?: typeof globalThis.fetch;
  /** Name of the page load; the rate limit counts its reads as one. */
  pageLoad?: string | null;
  /** True to keep responses with an ETag in memory and send conditional requests. */
  keeps?: boolean;
};

type Loose = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  token?: string;
  idempotencyKey?: string;
  ifMatch?: string;
};

const positionKey = 'visita.position';

const addressOf = (path: string, { params, query }: Loose): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent((params as Record<string, string>)[key] ?? ''),
  );
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  return search ? `${filled}?${search}` : filled;
};

/** Returns whether a status may come from a proxy without a backend. */
export const isFromProxy = (status: number): boolean => status >= 502 && status <= 504;

const failureOf = async (response: Response, failure: string): Promise<ApiError> => {
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem> & { message?: string };
  if (problem.code === undefined && isFromProxy(response.status)) return new ApiError('network', failure);
  const text = problem.error ?? problem.message ?? failure;
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfter = seconds > 0 ? seconds : undefined;
  return new ApiError(problem.code ?? 'internal', text, response.status, { ...problem, retryAfter });
};

type HeadersOptions = Pick<Options<never>, 'token' | 'pageLoad'> & {
  positions: Options<never>['positions'] | undefined;
};

const headersOf = (method: string, input: Loose, { token, positions, pageLoad }: HeadersOptions): Headers => {
  const headers = new Headers({ accept: 'application/json' });
  const bearer = input.token ?? token();
  if (bearer) headers.set('authorization', `Bearer ${bearer}`);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
  if (input.ifMatch !== undefined) headers.set(ifMatchHeader, `"${input.ifMatch}"`);
  if (pageLoad) headers.set(pageLoadHeader, pageLoad);
  const position = positions?.getItem(positionKey);
  if (position && method === 'GET') headers.set(minimumPositionHeader, position);
  return headers;
};

type Kept = { readonly tag: string; readonly answer: unknown };

/** Maximum number of kept responses; the oldest are dropped first. */
const mostKept = 30;

/** Latest responses of a session by address; the first request of another session drops them. */
const createKept = () => {
  const answers = new Map<string, Kept>();
  let owner: string | null = null;
  return {
    of: (bearer: string | null, address: string): Kept | undefined => {
      if (bearer !== owner) answers.clear();
      owner = bearer;
      return answers.get(address);
    },
    keep: (bearer: string | null, address: string, kept: Kept): void => {
      if (bearer !== owner) return;
      answers.delete(address);
      answers.set(address, kept);
      if (answers.size > mostKept) answers.delete(answers.keys().next().value!);
    },
  };
};

/** Returns a call's request as the client sends it, for prefetching before there is a client. */
export const requestOf = <Name extends CallName>(
  [method, path]: Route,
  input: CallInput<Name>,
  options: HeadersOptions,
): { address: string; init: RequestInit } => ({
  address: addressOf(path, input),
  init: { method, headers: headersOf(method, input, options) },
});

/**
 * Creates a typed client of the API table. It has only methods and paths, no schemas, which keeps pages
 * small.
 */
export const createClient = <Names extends CallName>({
  routes,
  token,
  positions,
  onStale,
  fetch: send = globalThis.fetch,
  keeps = false,
  pageLoad = null,
}: Options<Names>): ApiClient<Names> => {
  const kept = keeps ? createKept() : null;
  const remember = (response: Response) => {
    const position = response.headers.get(positionHeader);
    // Positions have a fixed width, so they compare as text.
    if (position && position > (positions?.getItem(positionKey) ?? ''))
      positions?.setItem(positionKey, position);
  };
  return async (name, ...rest) => {
    const input: Loose = rest[0] ?? {};
    const [method, path, failure] = routes[name];
    const body = input.body === undefined ? null : JSON.stringify(input.body);
    const address = addressOf(path, input);
    const headers = headersOf(method, input, { token, positions, pageLoad });
    const bearer = headers.get('authorization');
    const known = method === 'GET' ? kept?.of(bearer, address) : undefined;
    if (known) headers.set('if-none-match', known.tag);
    const response = await send(address, { method, headers, body }).catch(() => {
      throw new ApiError('network', failure);
    });
    if (known && response.status === 304) return known.answer as never;
    if (!response.ok) throw await failureOf(response, failure);
    remember(response);
    if (response.headers.get(staleHeader) === 'true') onStale?.(name);
    const answer: unknown = await response.json().catch(() => {
      throw new ApiError('network', failure, response.status);
    });
    const tag = method === 'GET' ? response.headers.get('etag') : null;
    if (tag) kept?.keep(bearer, address, { tag, answer });
    return answer as never;
  };
};

/** Returns whether only another visit's buffer was in the way, which staff may override. */
export const isBufferTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'buffer-taken';

/** Returns whether a field of the body was refused, by its path. */
export const isFieldRefused = (error: unknown, path: string): boolean =>
  error instanceof ApiError && (error.issues ?? []).some((issue) => issue.path === path);
