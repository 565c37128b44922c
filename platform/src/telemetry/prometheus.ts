import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { codeOf, type Log } from '../logging/log.ts';
import { within } from '../async/within.ts';
import { type FigureName, figures, type Metrics, type Reading } from './metrics.ts';

export type Prometheus = Metrics & {
  /** Returns all metrics in Prometheus' text format. */
  expose(): Promise<string>;
  readonly contentType: string;
};

/** Upper bounds in seconds, from an answer out of memory to a client's timeout. */
const answerBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const writeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const countBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000];

/** Timeout of reading a gauge in ms; a scrape takes at most 10 s by default. */
const lookPatience = 4_000;

const createInstruments = (registry: Registry) => {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `visita_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    { buckets, labelNames = [] }: { buckets: number[]; labelNames?: Label[] },
  ) => new Histogram({ name: `visita_${name}`, help, buckets, labelNames, registers });

  return {
    requests: counter('http_requests_total', 'HTTP requests answered.', ['call', 'status']),
    seconds: histogram('call_seconds', 'Time to answer a call.', {
      buckets: answerBuckets,
      labelNames: ['service', 'call'],
    }),
    rejections: counter('rejections_total', 'Requests answered with a problem.', ['call', 'code']),
    refused: counter('calls_refused_total', 'Calls refused because too many were in hand.'),
    limited: counter('calls_limited_total', 'Calls refused because a limit was used up.', ['limit']),
    batch: histogram('append_batch_appends', 'Appends written at once.', { buckets: countBuckets }),
    appending: histogram('append_seconds', 'Time to write a batch of appends.', { buckets: writeBuckets }),
    events: counter('events_appended_total', 'Events in the batches written.'),
    projectedEvents: counter('projected_events_total', 'Events that became readable.'),
    projecting: histogram('projection_seconds', 'Time to project a batch of events.', {
      buckets: writeBuckets,
    }),
    projectingFailed: counter('projection_failures_total', 'Batches that could not be projected.'),
    sealingFailed: counter('sealing_failures_total', 'Times that the log could not be sealed.'),
    undoFailed: counter(
      'undo_failures_total',
      'Steps of refused commands that were left to their deadlines.',
    ),
    backupFailures: counter(
      'backup_failures_total',
      'Times that the daily backup, or restoring one on trial, failed.',
      ['part'],
    ),
    processFailures: counter('process_failures_total', 'Events that a process failed on.', ['process']),
    jobFailures: counter('job_failures_total', 'Jobs that failed, to be tried again or parked.', ['queue']),
    texts: counter('texts_total', 'Texts by SMS, by what became of an attempt to send them.', [
      'provider',
      'outcome',
    ]),
    mails: counter('mails_total', 'Mails, by what became of an attempt to send them.', ['kind', 'outcome']),
    lookFailures: counter('figures_failed_total', 'Times that figures could not be looked up.'),
  };
};

/**
 * Creates the metrics in their own registry instead of prom-client's global one, so that two
 * products in one process share nothing.
 */
export const createPrometheus = ({ log }: { log: Pick<Log, 'warn'> }): Prometheus => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  const looks = new Set<() => readonly Reading[] | Promise<readonly Reading[]>>();
  const gauges = createGauges(registry);
  let exposing: Promise<unknown> = Promise.resolve();

  const lookUp = async (): Promise<void> => {
    const found = await Promise.all(
      [...looks].map(async (look) => {
        try {
          return await within(lookPatience, Promise.resolve(look()), 'looking figures up');
        } catch (error) {
          instruments.lookFailures.inc();
          log.warn({ code: codeOf(error) }, 'some metrics cannot be read');
          return [];
        }
      }),
    );
    // Removed gauges must not keep their last value.
    for (const [name, gauge] of gauges) clear(name, gauge);
    for (const { figure, labels = [], value } of found.flat()) {
      gauges
        .get(figure)
        ?.labels(...labels)
        .set(value);
    }
  };

  const expose = async (): Promise<string> => {
    await lookUp();
    return registry.metrics();
  };

  return {
    ...recorders(instruments),
    collect: (look) => {
      looks.add(look);
      return () => void looks.delete(look);
    },
    // Scrapes run one at a time: concurrent scrapes would mix their values.
    expose: () => {
      const exposed = exposing.then(expose);
      exposing = exposed.catch(() => undefined);
      return exposed;
    },
    contentType: registry.contentType,
  };
};

const recorders = (instruments: ReturnType<typeof createInstruments>): Omit<Metrics, 'collect'> => ({
  answered: ({ asked, service, status, seconds }) => {
    instruments.requests.inc({ call: asked, status: `${Math.floor(status / 100)}xx` });
    if (service !== 'none') instruments.seconds.observe({ service, call: asked }, seconds);
  },
  rejected: (asked, code) => instruments.rejections.inc({ call: asked, code }),
  refused: () => instruments.refused.inc(),
  limited: (limit) => instruments.limited.inc({ limit }),
  flushed: ({ appends, events, seconds }) => {
    instruments.batch.observe(appends);
    instruments.events.inc(events);
    instruments.appending.observe(seconds);
  },
  projected: ({ events, seconds }) => {
    instruments.projectedEvents.inc(events);
    instruments.projecting.observe(seconds);
  },
  projectingFailed: () => instruments.projectingFailed.inc(),
  sealingFailed: () => instruments.sealingFailed.inc(),
  undoFailed: () => instruments.undoFailed.inc(),
  backupFailed: (part) => instruments.backupFailures.inc({ part }),
  processFailed: (process) => instruments.processFailures.inc({ process }),
  jobFailed: (queue) => instruments.jobFailures.inc({ queue }),
  texted: (provider, outcome) => instruments.texts.inc({ provider, outcome }),
  mailed: (kind, outcome) => instruments.mails.inc({ kind, outcome }),
});

/** prom-client resets a gauge without labels to 0, which would be a value. */
const clear = (name: FigureName, gauge: Gauge): void => {
  gauge.reset();
  if (figures[name][0].length === 0) gauge.remove();
};

const createGauges = (registry: Registry): ReadonlyMap<FigureName, Gauge> =>
  new Map(
    Object.entries(figures).map(([name, [labelNames, help]]) => [
      name as FigureName,
      new Gauge({ name: `visita_${name}`, help, labelNames: [...labelNames], registers: [registry] }),
    ]),
  );
