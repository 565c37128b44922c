import { addDays, weekdayOf } from '@visita/contracts/availability/zones';
import type { Caller } from '@visita/platform/auth/caller';
import type { Send } from './send.ts';

/** A patient without an email, so that the series causes no mail. */
const patient = { name: 'Ottavio Serra', email: null, prefix: '+39', phone: '3335550104' };

/** Days after today from which a practice has no other visits. */
const quietFrom = 14;

type Weekly = { readonly hubServiceId: string; readonly caller: Caller; readonly today: string };

/**
 * Plans ten weekly visits on Mondays at 9. A date that is not free moves to its first alternative. The running product
 * books the visits.
 */
export const planWeekly = async (send: Send, { hubServiceId, caller, today }: Weekly): Promise<void> => {
  const first = addDays(today, quietFrom + 8 - weekdayOf(addDays(today, quietFrom)));
  const asked = {
    booking: { hubServiceId },
    repeat: { first: `${first}T09:00`, unit: 'week', every: 1, count: 10 },
  } as const;
  const { data } = await send('planSeries', 'series preview', caller, { body: { ...asked, preview: true } });
  const decisions = data.visits
    .filter(({ decided }) => !decided)
    .map(({ date, alternatives: [use = null] }) => ({ date, use }));
  await send('planSeries', `series ${patient.name}`, caller, { body: { ...asked, decisions, patient } });
};
