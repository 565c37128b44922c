import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { Rejection } from '@visita/contracts/problem';

/** Ids, codes and counts that tell what a piece of work is about; never anything personal. */
export type Ids = Readonly<Record<string, string | number>>;

/** What travels with events, notices and jobs, so that what follows from a piece of work can be told to belong to it. */
export type Origin = { readonly correlationId?: string; readonly traceparent?: string };

/** What a span begins with. */
export type About = {
  /** Stand in every line that is logged within. */
  readonly ids?: Ids;
  /** Further attributes of the span. */
  readonly attributes?: Ids;
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  /**
   * `traceparent`s of what the work follows from, where that is not the work it runs within. Of several traces none is
   * the parent: the work gets a trace of its own, which is linked to them. Where none was traced, neither is this.
   */
  readonly from?: readonly (string | undefined)[];
  /** Where nothing is known of an origin, a trace may begin here. */
  readonly begins?: boolean;
};

/** A piece of work in hand. */
export type Work = {
  /** Runs a part of it. */
  run<T>(part: () => T): T;
  /** Its `traceparent`, where the trace is recorded. */
  readonly traceparent: string | undefined;
  /** As another process is to be told: whether to record it, too. Undefined without tracing. */
  header(): string | undefined;
  /** The ids of the log lines within. */
  readonly fields: Ids;
  note(attributes: Ids): void;
  /** `code` names what went wrong; null where nothing did. */
  end(code: string | null): void;
};

/** Tells what belongs together: in the log by ids and, where tracing is on, as spans of a trace. */
export type Tracer = {
  begin(name: string, about: About): Work;
  /** Begins, runs and ends a piece of work, which fails where it rejects. */
  span<T>(name: string, about: About, work: (work: Work) => Promise<T>): Promise<T>;
  /** Of the work in hand. */
  origin(): Origin;
  /** Of the work in hand, for log lines. */
  fields(): Ids;
  /** Runs what serves many at once and belongs to none of them. */
  outside<T>(work: () => T): T;
};

/** A span as what exports it keeps it. */
export type Span = {
  readonly traceparent: string;
  note(attributes: Ids): void;
  /** `code` names what went wrong. */
  end(code: string | null): void;
};

/** Makes the spans of recorded traces. */
export type Spans = {
  /** `parent` and `links` are `traceparent`s. */
  start(
    name: string,
    about: { kind?: About['kind']; parent: string | undefined; links: readonly string[]; attributes: Ids },
  ): Span;
  /** How many of 1 traces are recorded. */
  readonly ratio: number;
};

const format = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The trace of a `traceparent`; null where it is none. */
export const traceOf = (traceparent: string): string | null => format.exec(traceparent)?.[1] ?? null;

const isRecorded = (traceparent: string): boolean => (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;

/** For who is not to record a trace, though it is one. */
const unrecorded = (): string => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;

/** A tracer without any memory: for tools and tests that have no log to read. */
export const untraced: Tracer = {
  begin: () => idle,
  span: (_name, _about, work) => work(idle),
  origin: () => ({}),
  fields: () => ({}),
  outside: (work) => work(),
};

const idle: Work = {
  run: (part) => part(),
  traceparent: undefined,
  header: () => undefined,
  fields: {},
  note: () => undefined,
  end: () => undefined,
};

/**
 * The tracer of a process. `spans` answers null while tracing is off: then it keeps ids for the log, and makes no span.
 * One storage carries both, so that a line of the log and the span around it never disagree.
 */
export const createTracer = (spans: () => Spans | null): Tracer => {
  const storage = new AsyncLocalStorage<Work>();

  const begin: Tracer['begin'] = (name, about) => {
    const making = spans();
    // Nothing to tell and nobody to tell it.
    if (!making && !about.ids) return idle;
    const around = storage.getStore();
    const span = making && spanOf(making, name, { ...about, from: about.from ?? [around?.traceparent] });
    const traceId = span && traceOf(span.traceparent);
    const ids = around || traceId ? { ...around?.fields, ...about.ids } : (about.ids ?? {});
    const fields = traceId ? { ...ids, traceId } : ids;
    const work: Work = {
      run: (part) => storage.run(work, part),
      traceparent: span?.traceparent,
      header: () => span?.traceparent ?? (making ? unrecorded() : undefined),
      fields,
      note: (attributes) => span?.note(attributes),
      end: (code) => span?.end(code),
    };
    return work;
  };

  return {
    begin,
    span: async (name, about, part) => {
      const work = begin(name, about);
      try {
        const result = await work.run(() => part(work));
        work.end(null);
        return result;
      } catch (error) {
        work.end(codeOf(error));
        throw error;
      }
    },
    origin: () => {
      const work = storage.getStore();
      const { correlationId } = work?.fields ?? {};
      return {
        ...(typeof correlationId === 'string' ? { correlationId } : {}),
        ...(work?.traceparent === undefined ? {} : { traceparent: work.traceparent }),
      };
    },
    fields: () => storage.getStore()?.fields ?? {},
    outside: (work) => storage.exit(work),
  };
};

const spanOf = (spans: Spans, name: string, about: About & Required<Pick<About, 'from'>>): Span | null => {
  const { kind, ids, attributes, from, begins = false } = about;
  const told = from.filter((one) => one !== undefined && traceOf(one) !== null);
  const origins = [...new Set(told as string[])].filter(isRecorded);
  // Who was told not to record keeps to it, so that a trace is whole or not there.
  const mayBegin = begins && told.length === 0 && Math.random() < spans.ratio;
  if (origins.length === 0 && !mayBegin) return null;
  const oneTrace = new Set(origins.map(traceOf)).size === 1;
  return spans.start(name, {
    ...(kind ? { kind } : {}),
    parent: oneTrace ? origins[0] : undefined,
    links: from.length > 1 ? origins : [],
    attributes: { ...ids, ...attributes },
  });
};

/** What went wrong, by a code or a kind: messages may quote people. */
export const codeOf = (error: unknown): string => {
  if (error instanceof Rejection) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
