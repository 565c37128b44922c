import { Client } from 'pg';
import { codeOf, type Log } from '../logging/log.ts';
import { repeat } from '../async/retry.ts';
import { connectionSettings } from '../postgres/connection-settings.ts';
import { createConnectionMonitor } from '../postgres/connection-monitor.ts';

/** Keepalive interval (ms): an idle LISTEN connection does not notice a dead peer. */
const heartbeat = 10_000;

export type Listening = {
  /**
   * Called with the payload of each notification, and with undefined after connecting, because notifications may have
   * been missed.
   */
  readonly heard: (payload: string | undefined) => void;
  readonly log: Log;
};

/** Listens on a channel over its own connection, which is reopened when lost. Returns a function that stops it. */
export const listen = (url: string, channel: string, { heard, log }: Listening) => {
  const stopping = new AbortController();
  let client: Client | undefined;

  const session = async (): Promise<void> => {
    const settings = connectionSettings({ url, applicationName: 'visita listen' });
    const listening = (client = new Client(settings));
    const ended = new Promise<void>((resolve) => void listening.once('end', resolve));
    client.on('error', (error) => log.warn({ code: codeOf(error) }, 'lost the connection for notifications'));
    client.on('notification', ({ payload }) => heard(payload));
    try {
      await listening.connect();
      createConnectionMonitor(settings)(listening);
      await listening.query(`listen ${channel}`);
    } catch (error) {
      await listening.end().catch(() => undefined);
      throw error;
    }
    heard(undefined);
    if (stopping.signal.aborted) await listening.end();
    const beat = setInterval(() => void listening.query('select 1').catch(() => undefined), heartbeat);
    await ended;
    clearInterval(beat);
  };

  const running = repeat(session, {
    pause: 200,
    signal: stopping.signal,
    onFailure: (error) => log.warn({ code: codeOf(error) }, 'cannot listen for notifications'),
  });
  return async (): Promise<void> => {
    stopping.abort();
    await client?.end().catch(() => undefined);
    await running;
  };
};
