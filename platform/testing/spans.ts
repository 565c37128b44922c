import { createTracer, type Ids, type Spans, traceOf, type Tracer } from '../src/telemetry/tracer.ts';

/** A recorded span; `code` is set when it has ended. */
export type KeptSpan = {
  readonly name: string;
  readonly traceparent: string;
  readonly parent: string | undefined;
  readonly links: readonly string[];
  readonly attributes: Ids;
  readonly code?: string | null;
};

/** A tracer that records its spans. The n-th span has id n and, without a parent, trace n. */
export const keepSpans = (ratio = 1): { kept: KeptSpan[]; tracer: Tracer } => {
  const kept: KeptSpan[] = [];
  const spans: Spans = {
    ratio,
    start: (name, { parent, links, attributes }) => {
      const id = String(kept.length + 1);
      const trace = parent ? traceOf(parent) : id.padStart(32, '0');
      const traceparent = `00-${trace}-${id.padStart(16, '0')}-01`;
      const span: KeptSpan = { name, traceparent, parent, links, attributes };
      kept.push(span);
      return {
        traceparent,
        note: (more) => void Object.assign(span, { attributes: { ...span.attributes, ...more } }),
        end: (code) => void Object.assign(span, { code }),
      };
    },
  };
  return { kept, tracer: createTracer(() => spans) };
};
