import type { Answer, Api, CallName, Parsed } from '@visita/contracts/api/table';
import type { Actor } from '@visita/contracts/envelope';
import type { Caller } from '../auth/caller.ts';

/** The request behind a call, for metadata and logs. */
export type RequestInfo = {
  readonly requestId: string;
  /** The `x-correlation-id` header if it is a UUID, otherwise the request id. */
  readonly correlationId: string;
  /**
   * Id of the command: the same for all repeats under an `Idempotency-Key`, even after a crash; otherwise the request
   * id.
   */
  readonly commandId: string;
  readonly actor: Actor;
  /** IP address of the client. */
  readonly address: string;
  /** The `Cookie` header. */
  readonly cookies?: string | undefined;
  /** The `User-Agent` header. */
  readonly agent?: string | undefined;
  /** Version of the record to replace, from `If-Match`. */
  readonly basis?: string | undefined;
  /** The request as it arrived, for calls that an SMS gateway signs. */
  readonly signed?: SignedRequest | undefined;
  /** Factor for rate limits; 1 by default. */
  readonly allowance?: number;
};

/** A request whose signature covers it as it arrived. */
export type SignedRequest = {
  /** Path and query. */
  readonly url: string;
  readonly header: (name: string) => string | undefined;
  /** Text of the body; empty without one. */
  readonly raw: string;
};

/** Input of a handler, with functions to report effects. */
export type CallContext<Name extends CallName> = Parsed<Api[Name]> & {
  readonly caller: Caller;
  readonly request: RequestInfo;
  /** Resolves when the caller's session has been checked. Until then an early handler only reads. */
  readonly proven?: Promise<void> | undefined;
  /** Reports the position of an append; the highest becomes `x-position`. */
  wrote(position: string): void;
  /** Reports the account that a call without a session is about, for the security log. */
  concerns?(proId: string): void;
  /** Reports that the answer shows a patient's record, for the access log. */
  shows?(patientId: string): void;
  setHeader?(name: string, value: string): void;
};

/** A success body that is already serialized, by the call's answer schema. */
export type Serialized = { readonly serialized: Buffer };

/** A file as the answer, streamed from values that passed the call's answer schema. */
export type Attachment = {
  readonly attachment: { readonly filename: string; readonly chunks: AsyncIterable<string> };
};

/** Handler of one call. Throws `Rejection` to refuse. */
export type Handler<Name extends CallName> = (
  context: CallContext<Name>,
) => Promise<Answer<Api[Name]> | Serialized | Attachment>;

const earlyHandlers = new WeakSet<object>();

/** Marks a handler that reads while its caller's session is checked. It awaits `proven` before it does anything else. */
export const early = <Name extends CallName>(handler: Handler<Name>): Handler<Name> => {
  earlyHandlers.add(handler);
  return handler;
};

export const isEarly = (handler: object): boolean => earlyHandlers.has(handler);

/** Handlers by call name, of a feature or of a whole service. */
export type Handlers = { readonly [Name in CallName]?: Handler<Name> };
