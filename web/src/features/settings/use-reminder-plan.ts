import { reminderPlan, type ReminderStep } from '@visita/contracts/messages/plan';
import type { Pro } from '@visita/contracts/pro/views';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { useCall } from '../../lib/api/use-call.ts';

/** Reason why a change of the plan was not saved. */
export type PlanFailure = 'twice' | 'changed' | 'failed';

/** A pro's plan of reminders, and a function that replaces it. Changes are shown at once and sent in order. */
export const useReminderPlan = (pro: Pro) => {
  const params = { proId: pro.id };
  const plan = useCall('getReminderPlan', { params });
  const [failure, setFailure] = useState<PlanFailure | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const version = useRef<string | null>(null);

  const send = async (body: ReminderStep[], ifMatch: string): Promise<void> => {
    const answer = await call('setReminderPlan', { params, body, ifMatch: version.current ?? ifMatch });
    version.current = answer.version;
  };

  /** Shows the saved plan after the last change, or the plan as it is after a failure. */
  const end = async (error: unknown): Promise<void> => {
    const saved = version.current;
    version.current = null;
    if (error === undefined && saved !== null) {
      await plan.mutate((now) => now && { ...now, version: saved }, { revalidate: false });
      return;
    }
    setFailure(error instanceof ApiError && error.current !== undefined ? 'changed' : 'failed');
    await plan.mutate();
  };

  const save = async (changed: readonly ReminderStep[]): Promise<void> => {
    const { data } = plan;
    if (!data) return;
    if (!reminderPlan.safeParse(changed).success) return setFailure('twice');
    setFailure(null);
    const body = [...changed];
    const sent = last.current.then(() => send(body, data.version));
    last.current = sent.catch(() => undefined);
    const isLast = last.current;
    await plan.mutate({ ...data, data: body }, { revalidate: false });
    const error = await sent.then(() => undefined).catch((reason: unknown) => reason);
    if (error !== undefined || last.current === isLast) await end(error);
  };
  return { plan, save, failure };
};
