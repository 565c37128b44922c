import {
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { codeOf, type Log } from '../logging/log.ts';
import type { Span, Spans } from './tracer.ts';

/** Exported spans; `close` sends the remaining ones. */
export type ExportedSpans = Spans & { close(): Promise<void> };

type OtlpOptions = {
  /** Base URL of the collector; spans go to `/v1/traces` below it. */
  endpoint: string;
  ratio: number;
  /** Name of this process. */
  name: string;
  log: Pick<Log, 'warn'>;
};

/** Ms between two exports, and timeout of one. */
const exportEvery = 2_000;
const exportPatience = 5_000;
const reportEvery = 60_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Sends spans over OTLP/HTTP; spans that cannot be sent are dropped. Registers nothing globally.
 * Sampling is decided at the start of a trace, so every span that arrives is kept.
 */
export const openSpans = ({ endpoint, ratio, name, log }: OtlpOptions): ExportedSpans => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = withWarnings(new OTLPTraceExporter({ url, timeoutMillis: exportPatience }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.namespace': 'visita' }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEvery })],
  });
  const tracer = provider.getTracer('visita');

  return {
    ratio,
    start: (title, { kind, parent, links, attributes }): Span => {
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, contextOf(parent)) : ROOT_CONTEXT;
      const options = {
        kind: kind ? kinds[kind] : SpanKind.INTERNAL,
        attributes: named(attributes),
        links: links.map((link): Link => ({ context: contextOf(link) })),
      };
      const span = tracer.startSpan(title, options, context);
      const { traceId, spanId } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-01`,
        note: (more) => void span.setAttributes(named(more)),
        end: (code) => {
          if (code !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
};

/** Prefixes attribute names that OpenTelemetry does not define. */
const named = (attributes: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`visita.${key}`, value]));

const contextOf = (traceparent: string): SpanContext => {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
};

/** Logs export failures, which the SDK drops silently. */
const withWarnings = (exporter: SpanExporter, log: Pick<Log, 'warn'>): SpanExporter => {
  let warnedAt = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error && now - warnedAt > reportEvery) {
          warnedAt = now;
          log.warn({ code: codeOf(result.error) }, 'traces cannot be sent: they are dropped');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
};
