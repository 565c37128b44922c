import type { Log } from '@visita/platform/logging/log';
import type { Provider } from '@visita/platform/messages/description';
import { fileProvider } from '@visita/platform/messages/gateways';
import type { TextResult, WaitingText } from '@visita/platform/messages/ledger';
import type { Messaging } from '@visita/platform/messages/messaging';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import { type Metrics, noMetrics } from '@visita/platform/telemetry/metrics';
import { segmentsOf } from '@visita/contracts/messages/segments';
import type { ComposedText } from './compose.ts';
import { createHttpGateway, type TextGateway, type TextOutcome } from './gateway.ts';

/** Milliseconds between two looks for texts. */
const pause = 15_000;
/** Timeout of a gateway (ms); the lease of a text is longer. */
const usualPatience = 15_000;
const lease = 60_000;
const atOnce = 8;
/** Milliseconds until the next attempt; doubled after each one, up to an hour. */
const firstDelay = 60_000;
const longestDelay = 3_600_000;

export type TextWorkerDeps = {
  messaging: Messaging;
  compose(text: WaitingText, answers: boolean): Promise<ComposedText>;
  senderOf(proId: string): Promise<string | null>;
  files: TextGateway;
  log: Log;
  now: () => Date;
  metrics?: Pick<Metrics, 'texted'>;
  patience?: number;
};

const nextTry = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(longestDelay, firstDelay * 2 ** (attempts - 1)));

/** Creates the function that sends one text which this worker has taken. */
export const createTextWorker = (deps: TextWorkerDeps) => {
  const { messaging, compose, senderOf, files, log, now, metrics = noMetrics } = deps;
  const { gateways, credentials, callbacks, ledger } = messaging;
  const { patience = usualPatience } = deps;

  const end = async (text: WaitingText, result: TextResult): Promise<void> => {
    await ledger.settle(text.id, result, now());
    metrics.texted(text.provider, result.state);
    const reason = result.state === 'sent' ? undefined : result.reason;
    log.info({ text: text.id, provider: text.provider, state: result.state, reason }, 'text settled');
  };

  const again = async (text: WaitingText, code: string): Promise<void> => {
    const until = nextTry(text.attempts, now());
    await ledger.delay(text.id, until, code);
    metrics.texted(text.provider, 'failed');
    log.warn({ text: text.id, provider: text.provider, code }, 'text not sent: trying again');
  };

  const gatewayOf = async (
    { proId, provider: name }: WaitingText,
    provider: Provider,
  ): Promise<TextGateway> =>
    name === fileProvider
      ? files
      : createHttpGateway(provider, {
          credentials: (await credentials.read({ proId, provider: name })) ?? {},
          patience,
        });

  const settleBy = (text: WaitingText, outcome: TextOutcome, written: string): Promise<void> => {
    if (outcome.state === 'again') return again(text, outcome.code);
    if (outcome.state !== 'accepted') return end(text, { state: outcome.state, reason: outcome.code });
    const { segments } = segmentsOf(written);
    return end(text, { state: 'sent', providerId: outcome.providerId, segments });
  };

  return async (text: WaitingText): Promise<void> => {
    const { stopped, providers } = await gateways.current();
    const { [text.provider]: provider } = providers;
    if (!provider || stopped) return again(text, stopped ? 'stopped' : 'no-provider');
    const composed = await compose(text, provider.answers !== undefined);
    if ('needless' in composed) return end(text, { state: 'dropped', reason: composed.needless });
    const gateway = await gatewayOf(text, provider);
    const outcome = await gateway.send({
      id: text.id,
      to: composed.to,
      from: (await senderOf(text.proId)) ?? '',
      text: composed.text,
      receipts: callbacks.addressOf(text.provider, { message: text.id }),
    });
    return settleBy(text, outcome, composed.text);
  };
};

/** Sends texts that wait, and ends those that came too late. */
export const createTextPoller = (deps: TextWorkerDeps): Poller => {
  const send = createTextWorker(deps);
  const { ledger } = deps.messaging;
  const one = (text: WaitingText): Promise<void> =>
    send(text).catch(async (error: unknown) => {
      // Nothing was sent: the gateway's own failures are outcomes.
      await ledger.delay(text.id, nextTry(text.attempts, deps.now()), 'not-composed');
      throw error;
    });
  const look = async (limit: number): Promise<number> => {
    await ledger.tidy(deps.now());
    const taken = await ledger.claim({ now: deps.now(), lease, limit: Math.min(limit, atOnce) });
    const ended = await Promise.allSettled(taken.map(one));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    return taken.length;
  };
  return createPoller({ name: 'texts', look, pause, log: deps.log, atOnce });
};
