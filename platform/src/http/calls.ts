import type { Answer, Api, CallName, Parsed } from '@visita/contracts/api/table';
import type { Actor } from '@visita/contracts/envelope';
import type { Caller } from '../auth/caller.ts';

/** The request behind a call, for metadata and logs. */
export type RequestInfo = {
  readonly requestId: string;
  /** The caller's own `x-correlation-id` where it is a UUID, else the request id. */
  readonly correlationId: string;
  /** Names the command: one for all repeats under an `Idempotency-Key`, even after a crash; else the request id. */
  readonly commandId: string;
  readonly actor: Actor;
  /** The IP address it came from. */
  readonly address: string;
  /** The `Cookie` header. */
  readonly cookies?: string | undefined;
  /** The `User-Agent` that it names. */
  readonly agent?: string | undefined;
  /** The version of the record that it replaces, where it names one by `If-Match`. */
  readonly basis?: string | undefined;
  /** How many times as much as a stranger it may ask for; 1 by default. */
  readonly allowance?: number;
};

/** What a handler receives: parsed input, the caller, and a way to say what was written. */
export type CallContext<Name extends CallName> = Parsed<Api[Name]> & {
  readonly caller: Caller;
  readonly request: RequestInfo;
  /** Tells the position of an append; the highest goes out as `x-position`. */
  wrote(position: string): void;
  /** Tells whose account a call without a session is about, for the security log. */
  concerns?(proId: string): void;
  /** Tells whose record the answer shows, for the log of who looked at it. */
  shows?(patientId: string): void;
  /** Sets a header of the answer. */
  setHeader?(name: string, value: string): void;
};

/** A success body serialized beforehand, from a value that went through the call's answer schema. */
export type Serialized = { readonly serialized: Buffer };

/** A file as the answer: its text bit by bit, made of values that went through the call's answer schema. */
export type Attachment = {
  readonly attachment: { readonly filename: string; readonly chunks: AsyncIterable<string> };
};

/** One call's handler. Throws `Rejection` to refuse. */
export type Handler<Name extends CallName> = (
  context: CallContext<Name>,
) => Promise<Answer<Api[Name]> | Serialized | Attachment>;

/** Handlers by call name: those of a feature, or of a whole service, which needs one for each of its calls. */
export type Handlers = { readonly [Name in CallName]?: Handler<Name> };
