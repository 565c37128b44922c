import type { Entry } from './entry.ts';

/** The calendar's API did not do what it was asked to; its text stays out of logs, it may quote people. */
export class CalendarTrouble extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`the calendar answered ${status}`);
    this.name = 'CalendarTrouble';
    this.code = `HTTP${status}`;
  }
}

/** Events of a pro's first calendar. Doing something again changes nothing. Throws where it is to be tried later. */
export type CalendarApi = {
  put(access: string, entry: Entry): Promise<'done' | 'unauthorized'>;
  remove(access: string, entryId: string): Promise<'done' | 'unauthorized'>;
};

export type CalendarApiOptions = {
  /** Without a slash at the end. */
  apiBase: string;
  /** Milliseconds that one request may take; 10,000 by default. */
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
      // What was removed still has its id: it is put again, not created.
      const status = await send(access, `${events}/${entry.id}`, { method: 'PUT', entry });
      return outcome(status === 404 ? await send(access, events, { method: 'POST', entry }) : status);
    },
    remove: async (access, entryId) =>
      outcome(await send(access, `${events}/${entryId}`, { method: 'DELETE' }), [404, 410]),
  };
};
