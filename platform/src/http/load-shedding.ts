import type { Log } from '../logging/log.ts';
import { createRarely } from '../logging/rarely.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { Overloaded } from './problem.ts';

/** Bounds the requests in hand: what comes on top is refused at once, so that those taken in are answered soon. */
export type LoadShedding = {
  /** Takes a request in and does its first part. Throws `Rejection` 503 where too many are in hand. */
  admit<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Does the rest of a request that was taken in. Between the two, while its body comes in, it holds no place: slow
   * senders could otherwise take all of them.
   */
  carryOn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Gives the place of a request in hand back while it only waits; the caller bounds how many wait so. */
  stepAside<Result>(wait: () => Promise<Result>): Promise<Result>;
};

/** How many may be in hand. */
export type LoadSheddingOptions = {
  maximum: number;
  log: Pick<Log, 'warn'>;
  metrics?: Pick<Metrics, 'refused' | 'collect'>;
};

/** One for all refusals: making an error with its stack would be a good part of what refusing costs. */
const busy = new Overloaded();

/** Milliseconds between two lines of the log that tell of refusals. */
const reportEvery = 10_000;

/** The load shedding of one process. */
export const createLoadShedding = (options: LoadSheddingOptions): LoadShedding => {
  const { maximum, log, metrics = noMetrics } = options;
  let inHand = 0;
  const report = createRarely<string>(reportEvery, (text, refused) => log.warn({ inHand, refused }, text));
  metrics.collect(() => [
    { figure: 'calls_in_hand', value: inHand },
    { figure: 'calls_in_hand_maximum', value: maximum },
  ]);

  const refuse = (): never => {
    metrics.refused();
    report('too many requests at once: refusing some');
    throw busy;
  };

  const carryOn: LoadShedding['carryOn'] = async (work) => {
    inHand += 1;
    try {
      return await work();
    } finally {
      inHand -= 1;
    }
  };

  const stepAside: LoadShedding['stepAside'] = async (wait) => {
    inHand -= 1;
    try {
      return await wait();
    } finally {
      inHand += 1;
    }
  };

  return {
    admit: async (work) => (inHand >= maximum ? refuse() : carryOn(work)),
    carryOn,
    stepAside,
  };
};
