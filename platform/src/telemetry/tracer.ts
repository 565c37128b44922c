import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { Rejection } from '@visita/contracts/problem';

/** Ids, codes and counts of a piece of work; nothing personal. */
export type Ids = Readonly<Record<string, string | number>>;

/** Passed with events, notices and jobs, to correlate their consequences with the original work. */
export type Origin = { readonly correlationId?: string; readonly traceparent?: string };

/** Start parameters of a span. */
export type About = {
  /** Ids for every log line within the work. */
  readonly ids?: Ids;
  /** Further attributes of the span. */
  readonly attributes?: Ids;
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  /**
   * `traceparent`s of the causes, if they differ from the surrounding work. If there are several
   * traces, none is the parent: the work gets a new trace with links to them. If no cause was
   * traced, the work is not traced either.
   */
  readonly from?: readonly (string | undefined)[];
  /** Whether a trace may begin here if no origin is known. */
  readonly begins?: boolean;
};

/** A running piece of work. */
export type Work = {
  /** Runs a function as a part of the work. */
  run<T>(part: () => T): T;
  /** The work's `traceparent`, if it is sampled. */
  readonly traceparent: string | undefined;
  /** The `traceparent` header for other processes, with the sampling decision. Undefined without tracing. */
  header(): string | undefined;
  /** The ids of log lines within. */
  readonly fields: Ids;
  note(attributes: Ids): void;
  /** `code` identifies the failure; null on success. */
  end(code: string | null): void;
};

/** Correlates work: by ids in the log and, with tracing, as spans of a trace. */
export type Tracer = {
  begin(name: string, about: About): Work;
  /** Runs a piece of work within a span, which fails if the work rejects. */
  span<T>(name: string, about: About, work: (work: Work) => Promise<T>): Promise<T>;
  /** Origin of the current work. */
  origin(): Origin;
  /** Log fields of the current work. */
  fields(): Ids;
  /** Runs work that serves many others and belongs to none of them. */
  outside<T>(work: () => T): T;
};

/** A span of the exporter. */
export type Span = {
  readonly traceparent: string;
  note(attributes: Ids): void;
  /** `code` identifies the failure. */
  end(code: string | null): void;
};

/** Creates the spans of sampled traces. */
export type Spans = {
  /** `parent` and `links` are `traceparent`s. */
  start(
    name: string,
    about: { kind?: About['kind']; parent: string | undefined; links: readonly string[]; attributes: Ids },
  ): Span;
  /** Share of sampled traces, 0 to 1. */
  readonly ratio: number;
};

const format = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the trace id of a `traceparent`; null if it is invalid. */
export const traceOf = (traceparent: string): string | null => format.exec(traceparent)?.[1] ?? null;

const isRecorded = (traceparent: string): boolean => (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;

/** A `traceparent` that tells other processes not to sample. */
const unrecorded = (): string => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;

/** A tracer that does nothing, for tools and tests without log. */
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
 * Creates the tracer of a process. `spans` returns null while tracing is off: the tracer then keeps ids for the log
 * only. Ids and spans share one storage, so that log lines and spans always agree.
 */
export const createTracer = (spans: () => Spans | null): Tracer => {
  const storage = new AsyncLocalStorage<Work>();

  const begin: Tracer['begin'] = (name, about) => {
    const making = spans();
    // The work has neither ids nor a span.
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
  const given = from.filter((one) => one !== undefined && traceOf(one) !== null);
  const origins = [...new Set(given as string[])].filter(isRecorded);
  // A negative sampling decision is kept, so that traces are complete or absent.
  const mayBegin = begins && given.length === 0 && Math.random() < spans.ratio;
  if (origins.length === 0 && !mayBegin) return null;
  const oneTrace = new Set(origins.map(traceOf)).size === 1;
  return spans.start(name, {
    ...(kind ? { kind } : {}),
    parent: oneTrace ? origins[0] : undefined,
    links: from.length > 1 ? origins : [],
    attributes: { ...ids, ...attributes },
  });
};

/** Returns a code or kind of the error: messages may contain personal data. */
export const codeOf = (error: unknown): string => {
  if (error instanceof Rejection) return error.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
