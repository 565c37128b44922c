import { z } from 'zod';

/**
 * Authorization of a call: `public`; `optional` (the pro sees more); `pro` (a session's Bearer token);
 * `booking-token` (confirms), `manage-token` (one booking), `mail-token`, `waiting-token` (an entry on a waiting
 * list) and `offer-token`: a mailed token as Bearer; `message-token`: the token of any message to a patient;
 * `waiting-or-pro`: a waiting token or a session's.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'pro'
  | 'booking-token'
  | 'manage-token'
  | 'mail-token'
  | 'message-token'
  | 'waiting-token'
  | 'offer-token'
  | 'waiting-or-pro';

/** Rate limit class; the limits are configuration. */
export type LimitClass = 'R' | 'C' | 'A' | 'M' | 'B' | 'T' | 'W' | 'S' | 'P' | 'I' | 'D' | 'signup';

type Schema = z.ZodType;

/** Definition of one API call: source of the routes, the typed client and the OpenAPI document. */
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
  /** Limit class of requests by a pro, counted by account instead of by address; null for the same as others. */
  readonly limitOfPros: LimitClass | null;
  /** Whether a pro's body acts for a visitor, which is counted by address too. */
  asVisitor?(body: z.output<Body>): boolean;
  /** Whether the body carries the credential (password or mailed token): a wrong one answers 401. */
  readonly proof: boolean;
  /**
   * Whether the password must be entered again in strict mode if the last authentication was long
   * ago.
   */
  readonly again: boolean;
  /** Whether the call also answers a pro who lacks a required second factor. */
  readonly withoutFactor: boolean;
  /**
   * Whether the answer holds a secret that is shown once. It is not stored for repeats: the same `Idempotency-Key`
   * runs the call again.
   */
  readonly secret: boolean;
  /**
   * Name of the version field in the answers. Sent back as `If-Match`, it keeps the call from overwriting a later
   * change. Null if the call replaces nothing that clients read before.
   */
  readonly replaces: string | null;
  /**
   * Whether an SMS gateway calls it, as the gateway's description says: a form is accepted too, and the handler checks
   * the signature of the request as it arrived.
   */
  readonly signed: boolean;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /**
   * Body fields that name a mailbox. Where addresses are taken exactly, characters that would be filtered out of
   * emails are refused there.
   */
  readonly mailboxes: readonly string[];
  /** Maximum request body in bytes, if less than the server's. */
  readonly bodyMaximum?: number;
  /** Returns the number of dates that a body books, which a pro's daily limits count. */
  datesBooked?(body: z.output<Body>): number;
  /** The whole success body. Fields that are not in the schema are dropped. */
  readonly answer: Answer;
  /** Message that clients show if the network fails. */
  readonly failure: string;
};

const nothing = z.object({});
const noBody = z.undefined().or(z.null()).or(z.strictObject({}));

type Declaration<P extends Schema, Q extends Schema, B extends Schema, A extends Schema> = Pick<
  Call,
  'access' | 'limit' | 'summary'
> & {
  limitOfPros?: LimitClass;
  asVisitor?(body: z.output<B>): boolean;
  proof?: true;
  mailboxes?: readonly string[];
  again?: true;
  withoutFactor?: true;
  secret?: true;
  replaces?: string;
  signed?: true;
  params?: P;
  query?: Q;
  body?: B;
  bodyMaximum?: number;
  datesBooked?(body: z.output<B>): number;
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
    limitOfPros: null,
    proof: false,
    mailboxes: [],
    again: false,
    withoutFactor: false,
    secret: false,
    replaces: null,
    signed: false,
    ...declaration,
    method,
    path,
    service,
    params: (declaration.params ?? nothing) as P,
    query: (declaration.query ?? nothing) as Q,
    body: (declaration.body ?? noBody) as B,
  });

/** Declares a read that the query service answers. */
export const read = declare('GET', 'query');
/** Declares a read that the command service answers from the write side. */
export const readFromCommand = declare('GET', 'command');
export const post = declare('POST', 'command');
export const put = declare('PUT', 'command');
export const remove = declare('DELETE', 'command');

/** Schema of `{ message, data }`, with further top-level fields if a call has them. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- means: no further fields
export const answer = <D extends Schema, E extends z.ZodRawShape = Record<never, never>>(
  data: D,
  extra?: E,
) => z.object({ message: z.string(), data, ...(extra ?? ({} as E)) });

/** Answer of a write without data. */
export const done = answer(z.null());
