import { freePort } from '@visita/platform/machine/free-port';
import {
  type CalendarDouble,
  doubleClient,
  startCalendarDouble,
} from '@visita/platform/testing/calendar-double';
import { type Stack, startStack } from './stack.ts';

/** A product and the calendar service double that it connects to. */
export type CalendarStack = { readonly stack: Stack; readonly double: CalendarDouble; stop(): Promise<void> };

/** Starts both; the double's access tokens expire after some seconds. */
export const startCalendarStack = async (
  environment: Readonly<Record<string, string>> = {},
  accessSeconds?: number,
): Promise<CalendarStack> => {
  const port = String(await freePort());
  const redirectUri = `http://localhost:${port}/dashboard/setting`;
  const double = await startCalendarDouble({
    redirectUri,
    ...(accessSeconds === undefined ? {} : { accessSeconds }),
  });
  const stack = await startStack({
    PORT: port,
    CALENDAR_CLIENT_ID: doubleClient.clientId,
    CALENDAR_CLIENT_SECRET: doubleClient.clientSecret,
    CALENDAR_ISSUER: double.issuer,
    CALENDAR_API_BASE: double.apiBase,
    ...environment,
  }).catch(async (error: unknown) => {
    await double.close();
    throw error;
  });
  const stop = async () => {
    await stack.stop();
    await double.close();
  };
  return { stack, double, stop };
};
