import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/client.ts';
import { reread } from '../../../lib/api/rereads.ts';
import { dropBooking, putBooking } from '../../../lib/data/calendar.api.ts';
import { draftsOfAtom } from '../../../lib/state/drafts.atoms.ts';
import { draftOf, keepDraft } from '../../../lib/state/drafts.ts';
import { holdTyped } from '../../../lib/state/typing.ts';
import { useMessageText } from '../../../lib/text/message-text.ts';
import { attempt, nextOf, noWork, type Step, type Work } from './work.ts';

const send = async ({ bookingId: id, key, to }: Step): Promise<void> => {
  if (to === null) {
    await call('deleteBooking', { params: { id }, idempotencyKey: key });
    return dropBooking(id);
  }
  const body = { date: to.date, hub_service_id: to.hubServiceId };
  return putBooking((await call('editBooking', { params: { id }, body, idempotencyKey: key })).data);
};

/** Keeps the work in the browser's tab, so that a reload goes on with it. */
const useKept = (name: string) => {
  const proId = useAtomValue(draftsOfAtom);
  const read = (): Work => (draftOf(proId, name) as Work | undefined) ?? noWork;
  const [work, show] = useState(read);
  const change = (changed: (work: Work) => Work): void => {
    const next = changed(read());
    keepDraft(proId, name, next.steps.length === 0 ? null : next);
    show(next);
  };
  return { work, read, change };
};

const settled =
  (step: Step, { state, reason }: Pick<Step, 'state' | 'reason'>) =>
  (work: Work) => ({
    ...work,
    steps: work.steps.map((one) =>
      one.key === step.key ? { ...one, state, ...(reason === undefined ? {} : { reason }) } : one,
    ),
  });

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Sends the waiting steps one after the other, and goes on with them after a reload. The name identifies the list.
 */
export const useWork = (name: string) => {
  const { work, read, change } = useKept(name);
  const textOf = useMessageText();
  /** Time until which a limit, or a lost connection, makes the work wait. */
  const [until, setUntil] = useState<Date | null>(null);
  const going = !work.stopped && nextOf(work) !== undefined;

  const run = async (signal: AbortSignal): Promise<void> => {
    for (let step = nextOf(read()); step && !signal.aborted; step = nextOf(read())) {
      const result = await attempt(step, { send, textOf: (error) => textOf('bookingChangeFailed', error) });
      if (result === 'done') change(settled(step, { state: 'done' }));
      else if (result === 'session-ended') return change((now) => ({ ...now, stopped: true }));
      else if ('reason' in result) change(settled(step, { state: 'refused', reason: result.reason }));
      else {
        setUntil(new Date(Date.now() + result.waitSeconds * 1000));
        await sleep(result.waitSeconds * 1000, signal);
        setUntil(null);
      }
    }
    await reread('getVisitsInTheWay');
  };
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!going) return undefined;
    const end = new AbortController();
    void latest.current(end.signal);
    const release = holdTyped();
    return () => {
      end.abort();
      release();
    };
  }, [going]);

  return {
    work,
    going,
    until,
    begin: (planned: Work) => change(() => planned),
    stop: () => change((now) => ({ ...now, stopped: true })),
    goOn: () => change((now) => ({ ...now, stopped: false })),
    /** Drops the steps that were not sent. */
    drop: () =>
      change(({ steps }) => ({ stopped: false, steps: steps.filter(({ state }) => state !== 'waiting') })),
  };
};
