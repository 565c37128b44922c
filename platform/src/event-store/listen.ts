import { Client } from 'pg';
import { codeOf, type Log } from '../core/log.ts';
import { repeat } from '../core/retry.ts';
import { connectionSettings } from '../postgres/connect.ts';
import { createConnectionWatch } from '../postgres/watch.ts';
import type { Bell } from './bell.ts';

/** Who only listens says nothing, and would not find out that nobody hears: so often, in milliseconds, it speaks. */
const heartbeat = 10_000;

/**
 * Rings the bell at each notice on a channel, over a connection of its own; after a lost connection it connects again
 * and rings, since notices were missed. The answer ends it.
 */
export const listen = (url: string, channel: string, { bell, log }: { bell: Bell; log: Log }) => {
  const stopping = new AbortController();
  let client: Client | undefined;

  const session = async (): Promise<void> => {
    const settings = connectionSettings({ url, applicationName: 'visita listen' });
    const listening = (client = new Client(settings));
    const ended = new Promise<void>((resolve) => void listening.once('end', resolve));
    client.on('error', (error) => log.warn({ code: codeOf(error) }, 'lost the connection for notices'));
    client.on('notification', bell.ring);
    try {
      await listening.connect();
      createConnectionWatch(settings)(listening);
      await listening.query(`listen ${channel}`);
    } catch (error) {
      await listening.end().catch(() => undefined);
      throw error;
    }
    bell.ring();
    if (stopping.signal.aborted) await listening.end();
    const beat = setInterval(() => void listening.query('select 1').catch(() => undefined), heartbeat);
    await ended;
    clearInterval(beat);
  };

  const running = repeat(session, {
    pause: 200,
    signal: stopping.signal,
    onFailure: (error) => log.warn({ code: codeOf(error) }, 'cannot listen for notices'),
  });
  return async (): Promise<void> => {
    stopping.abort();
    await client?.end().catch(() => undefined);
    await running;
  };
};
