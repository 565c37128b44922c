import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';

export type CalendarCommand =
  | { type: 'connect-calendar'; connectionId: string; onlinePaymentFunction: boolean }
  | { type: 'disconnect-calendar' };

/**
 * Connects an external calendar, which replaces a former connection, or disconnects it. Every plan
 * allows disconnecting.
 */
export const decideCalendar = (
  command: CalendarCommand,
  { id: proId, externalCalendar }: { id: string; externalCalendar: string | null },
): ProEvent[] => {
  if (command.type === 'disconnect-calendar') {
    if (externalCalendar === null) return [];
    const data = { proId, connectionId: externalCalendar, by: 'pro' } as const;
    return [{ type: 'ExternalCalendarDisconnected', data }];
  }
  const { connectionId } = command;
  if (externalCalendar === connectionId) return [];
  if (!command.onlinePaymentFunction) throw new Rejection('plan-required');
  return [{ type: 'ExternalCalendarConnected', data: { proId, connectionId, replaces: externalCalendar } }];
};
