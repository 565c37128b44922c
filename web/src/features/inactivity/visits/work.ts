import type { BookingView } from '@visita/contracts/booking/views';
import { ApiError } from '../../../lib/api/api.ts';
import { mayHaveHappened } from '../../../lib/api/idempotency-keys.ts';
import { newId } from '../../../lib/compat/new-id.ts';
import type { Choices } from './proposals.ts';

/** New place of a moved visit. */
type Place = { date: string; hubServiceId: string; professional: string };

/** Command for one visit. It holds no data of the patient, because the browser keeps it. */
export type Step = {
  bookingId: string;
  /** Idempotency key, kept until the server has answered. */
  key: string;
  /** Start and professional before the change. */
  date: string;
  professional: string;
  /** Null cancels the visit. */
  to: Place | null;
  state: 'waiting' | 'done' | 'refused';
  /** Text of the refusal. */
  reason?: string;
};

export type Work = { steps: readonly Step[]; stopped: boolean };

export const noWork: Work = { steps: [], stopped: false };

/** Returns the steps for the decisions, after the steps that are done. */
export const planOf = (work: Work, visits: readonly BookingView[], choices: Choices): Work => ({
  stopped: false,
  steps: [
    ...work.steps.filter(({ state }) => state === 'done'),
    ...visits.flatMap(({ id, date, doctor_name: professional }): Step[] => {
      const choice = choices[id];
      if (!choice) return [];
      const to = choice === 'cancel' ? null : placeOf(choice);
      return [{ bookingId: id, key: newId(), date, professional, to, state: 'waiting' }];
    }),
  ],
});

const placeOf = ({ to }: Exclude<Choices[string], 'cancel'>): Place => ({
  date: `${to.day}T${to.time}`,
  hubServiceId: to.hubServiceId,
  professional: to.professional,
});

export const nextOf = ({ steps }: Work): Step | undefined => steps.find(({ state }) => state === 'waiting');

/** Counts the steps of a state, and those of them that move a visit. */
export const countOf = ({ steps }: Work, state: Step['state']) => {
  const some = steps.filter((step) => step.state === state);
  const moved = some.filter(({ to }) => to !== null).length;
  return { all: some.length, moved, cancelled: some.length - moved };
};

/** Seconds before a step without an answer is sent again, if the server names no time. */
const retrySeconds = 5;

/** Result of one attempt. */
type Attempt = 'done' | { reason: string } | { waitSeconds: number } | 'session-ended';

type Sending = { send: (step: Step) => Promise<void>; textOf: (error: ApiError) => string };

/** Sends a step once. A step that a limit refused, or that may have happened, is to be sent again. */
export const attempt = async (step: Step, { send, textOf }: Sending): Promise<Attempt> => {
  try {
    await send(step);
    return 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'unauthenticated') return 'session-ended';
    if (error.status === 429 || mayHaveHappened(error))
      return { waitSeconds: error.retryAfter ?? retrySeconds };
    return { reason: textOf(error) };
  }
};
