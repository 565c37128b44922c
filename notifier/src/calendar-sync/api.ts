import type { Entry } from './entry.ts';

/**
 * The calendar's API refused a request or failed. Its text is not logged, because it may contain personal
 * data.
 */
export class CalendarTrouble extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`the calendar answered ${status}`);
    this.name = 'CalendarTrouble';
    this.code = `HTTP${status}`;
  }
}

/**
 * Client for events in a pro's primary calendar. All calls are idempotent. Throws if the call is to be tried
 * again later.
 */
export type CalendarApi = {
  put(access: string, entry: Entry): Promise<'done' | 'unauthorized'>;
  remove(access: string, entryId: string): Promise<'done' | 'unauthorized'>;
};

export type CalendarApiOptions = {
  /** No trailing slash. */
  apiBase: string;
  /** Request timeout (ms); 10,000 by default. */
  patience?: number;
};

type Sent = { method: 'PUT' | 'POST' | 'DELETE'; entry?: Entry };

export const createCalendarApi = ({ apiBase, patience = 10_000 }: CalendarApiOptions): CalendarApi => {
  const events = `${apiBase}/calendars/primary/events`;

  const send = async (access: string, url: string, { method, entry }: Sent): Promise<number> => {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${access}`,
        ...(entry ? { 'content-type': 'application/json' } : {}),
      },
      ...(entry ? { body: JSON.stringify(entry) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    await response.body?.cancel();
    return response.status;
  };

  const outcome = (status: number, alsoGood: readonly number[] = []): 'done' | 'unauthorized' => {
    if (status === 401) return 'unauthorized';
    if ((status >= 200 && status < 300) || alsoGood.includes(status)) return 'done';
    throw new CalendarTrouble(status);
  };

  return {
    put: async (access, entry) => {
      // A deleted event keeps its id, so it is updated, not created.
      const status = await send(access, `${events}/${entry.id}`, { method: 'PUT', entry });
      return outcome(status === 404 ? await send(access, events, { method: 'POST', entry }) : status);
    },
    remove: async (access, entryId) =>
      outcome(await send(access, `${events}/${entryId}`, { method: 'DELETE' }), [404, 410]),
  };
};
