import type { Log } from '../logging/log.ts';
import { createThrottle } from '../logging/throttle.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { Overloaded } from './problem.ts';

/** Limits concurrent requests: further ones are refused at once, so that the accepted ones are answered soon. */
export type LoadShedding = {
  /** Admits a request and runs its first part. Throws `Rejection` 503 if there are too many. */
  admit<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs the rest of an admitted request. In between, while its body arrives, it holds no place; slow senders could
   * take all of them otherwise.
   */
  carryOn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Releases a request's place while it waits. The caller limits the number of such requests. */
  stepAside<Result>(wait: () => Promise<Result>): Promise<Result>;
};

export type LoadSheddingOptions = {
  maximum: number;
  log: Pick<Log, 'warn'>;
  metrics?: Pick<Metrics, 'refused' | 'collect'>;
};

/**
 * One error serves all refusals: creating an error with its stack is a large part of a refusal's
 * cost.
 */
const busy = new Overloaded();

/** Ms between two log lines about refusals. */
const reportEvery = 10_000;

/** Creates the load shedding of one process. */
export const createLoadShedding = (options: LoadSheddingOptions): LoadShedding => {
  const { maximum, log, metrics = noMetrics } = options;
  let inHand = 0;
  const report = createThrottle<string>(reportEvery, (text, refused) => log.warn({ inHand, refused }, text));
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
