import { gunzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

export type ReceivedSpan = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, string>>;
};

/** Receiver of spans over OTLP/HTTP in JSON. */
export type TraceReceiver = {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  raw(): string;
  close(): Promise<void>;
};

type Value = Readonly<Record<string, unknown>>;
type Attribute = { readonly key: string; readonly value: Value };
type WireSpan = Omit<ReceivedSpan, 'service' | 'attributes' | 'links'> & {
  readonly links?: ReceivedSpan['links'];
  readonly attributes?: readonly Attribute[];
};
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
};

const attributesOf = (attributes: readonly Attribute[] = []): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

const spansOf = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource.attributes)['service.name'] ?? '';
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map((span) => ({
      ...span,
      service,
      parentSpanId: span.parentSpanId ?? '',
      links: span.links ?? [],
      attributes: attributesOf(span.attributes),
    }));
  });

export const startTraceReceiver = async (): Promise<TraceReceiver> => {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const app = Fastify({ bodyLimit: 16 * 1024 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    done(null, request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
  });
  app.post('/v1/traces', (request) => {
    const text = (request.body as Buffer).toString();
    bodies.push(text);
    spans.push(...spansOf(JSON.parse(text) as Export));
    return {};
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    raw: () => bodies.join('\n'),
    close: () => app.close(),
  };
};
