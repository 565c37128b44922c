import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createLogger, logOutput } from '../logging/logger.ts';
import { type Metrics, noMetrics, type Reading } from './metrics.ts';
import { createTracer, type Spans, type Tracer, untraced } from './tracer.ts';

export type Telemetry = { readonly metrics: Metrics; readonly tracer: Tracer };

/** Telemetry that discards everything, for tools and tests. */
export const noTelemetry: Telemetry = { metrics: noMetrics, tracer: untraced };

/** The telemetry of a process with its log; closed last. */
export type OpenTelemetry = Telemetry & { readonly log: Logger; close(): Promise<void> };

type TelemetryOptions = {
  /** Name of the process. */
  name: string;
  config: Pick<Config, 'logLevel' | 'metrics' | 'tracing' | 'varDirectory'>;
};

/** Opens the configured telemetry; modules of other telemetry are not loaded. */
export const openTelemetry = async ({ name, config }: TelemetryOptions): Promise<OpenTelemetry> => {
  let spans: (Spans & { close(): Promise<void> }) | null = null;
  const tracer = createTracer(() => spans);
  const log = createLogger({ name, level: config.logLevel, fields: tracer.fields });
  if (config.tracing) {
    const { openSpans } = await import('./otlp.ts');
    spans = openSpans({ ...config.tracing, name, log });
  }
  const scraped = config.metrics ? await serve(config.metrics, log) : null;
  scraped?.metrics.collect(() => diskOf(config.varDirectory));
  scraped?.metrics.collect(async () => [{ figure: 'log_lines_dropped', value: logOutput.dropped() }]);
  return {
    log,
    tracer,
    metrics: scraped?.metrics ?? noMetrics,
    close: async () => {
      await scraped?.close();
      await spans?.close().catch(() => undefined);
    },
  };
};

/** Returns nothing if the directory does not exist, as on machines without a disk. */
const diskOf = async (directory: string): Promise<Reading[]> => {
  const disk = await statfs(directory).catch(() => null);
  if (!disk) return [];
  return [
    { figure: 'disk_free_bytes', value: disk.bavail * disk.bsize },
    { figure: 'disk_size_bytes', value: disk.blocks * disk.bsize },
  ];
};

const serve = async (at: NonNullable<Config['metrics']>, log: Logger) => {
  const [{ createPrometheus }, { serveMetrics }] = await Promise.all([
    import('./prometheus.ts'),
    import('./metrics-server.ts'),
  ]);
  const metrics = createPrometheus({ log });
  const server = await serveMetrics(metrics, { ...at, log });
  log.info({ port: server.port }, 'metrics can be read');
  return { metrics, close: server.close };
};
