import { z } from 'zod';

/**
 * Who may call: `public` anyone; `optional` anyone, and the pro sees more; `pro` a session's Bearer token;
 * `booking-token` (confirms), `manage-token` (a booking's own) and `mail-token` a mailed token as Bearer.
 */
export type Access = 'public' | 'optional' | 'pro' | 'booking-token' | 'manage-token' | 'mail-token';

/** How often a call may be made; the figures of each class are configuration. */
export type LimitClass = 'R' | 'C' | 'A' | 'M' | 'B' | 'T' | 'W' | 'S' | 'P' | 'I' | 'D' | 'signup';

type Schema = z.ZodType;

/** One call of the product: everything that routes, the typed client and the OpenAPI document are made from. */
export type Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:name` parameters. */
  readonly path: `/api/${string}`;
  readonly service: 'command' | 'query';
  readonly access: Access;
  readonly limit: LimitClass;
  /** Whether the body carries what proves the caller, a password or a mailed token: a wrong one answers 401. */
  readonly proof: boolean;
  /** Whether the password has to be given again where that was long ago and strangers are met strictly. */
  readonly again: boolean;
  /** Whether it answers a pro as well who needs a second factor and has none: what adds one, and what leads out. */
  readonly withoutFactor: boolean;
  /**
   * Whether the answer holds what opens something and is shown once. It is kept for no repeat: under the same
   * `Idempotency-Key` it is decided anew.
   */
  readonly secret: boolean;
  /**
   * The field of the answers that holds the version of what the call replaces. Sent back as `If-Match`, it keeps the call
   * from overwriting a later change. Null if the call replaces nothing that was read before.
   */
  readonly replaces: string | null;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /**
   * Fields of the body that name a mailbox to write to: where addresses are taken exactly, signs that are filtered out
   * of emails are refused there.
   */
  readonly mailboxes: readonly string[];
  /** Largest request body in bytes, where it is less than the server takes anyway. */
  readonly bodyMaximum?: number;
  /** The whole success body. What it does not name cannot leak. */
  readonly answer: Answer;
  /** The fixed text for a network failure of this call. */
  readonly failure: string;
};

const nothing = z.object({});
const noBody = z.undefined().or(z.null()).or(z.strictObject({}));

type Declaration<P extends Schema, Q extends Schema, B extends Schema, A extends Schema> = Pick<
  Call,
  'access' | 'limit' | 'summary'
> & {
  proof?: true;
  mailboxes?: readonly string[];
  again?: true;
  withoutFactor?: true;
  secret?: true;
  replaces?: string;
  params?: P;
  query?: Q;
  body?: B;
  bodyMaximum?: number;
  answer: A;
  failure?: string;
};

const declare =
  (method: Call['method'], service: Call['service']) =>
  <
    A extends Schema,
    P extends Schema = typeof nothing,
    Q extends Schema = typeof nothing,
    B extends Schema = typeof noBody,
  >(
    path: `/api/${string}`,
    declaration: Declaration<P, Q, B, A>,
  ): Call<P, Q, B, A> => ({
    failure: 'Something went wrong. Try again later.',
    proof: false,
    mailboxes: [],
    again: false,
    withoutFactor: false,
    secret: false,
    replaces: null,
    ...declaration,
    method,
    path,
    service,
    params: (declaration.params ?? nothing) as P,
    query: (declaration.query ?? nothing) as Q,
    body: (declaration.body ?? noBody) as B,
  });

/** Declares a read, answered by query-service. */
export const read = declare('GET', 'query');
/** Declares a read that command-service answers, because it is decided on the write side. */
export const readFromCommand = declare('GET', 'command');
/** Declares a write by POST. */
export const post = declare('POST', 'command');
/** Declares a write by PUT. */
export const put = declare('PUT', 'command');
/** Declares a write by DELETE. */
export const remove = declare('DELETE', 'command');

/** `{ message, data }`, with the extra top-level fields that some calls have. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no extra fields is what is meant
export const answer = <D extends Schema, E extends z.ZodRawShape = Record<never, never>>(
  data: D,
  extra?: E,
) => z.object({ message: z.string(), data, ...(extra ?? ({} as E)) });

/** The answer of a write that has nothing to show. */
export const done = answer(z.null());
