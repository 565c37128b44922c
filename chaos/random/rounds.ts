import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../tests/support/http.ts';
import type { Clients } from './clients.ts';
import type { Journal } from './journal.ts';
import type { Kind } from './kinds.ts';
import { leaderOf, takeover } from './leaders.ts';
import { glance, isClean, type Verdict, type Window } from './oracle.ts';
import { createPatientSend } from './persist.ts';
import type { Scene } from './scene.ts';

/** One fault and its effects; durations in milliseconds. */
export type Round = {
  readonly kind: string;
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  /** When mail senders were killed or stopped. */
  readonly senders?: Window;
  readonly lastedMs: number;
  /**
   * From the end of the fault until a booking is accepted, shown and mailed; null if not within two minutes.
   */
  readonly acceptedMs: number | null;
  readonly shownMs: number | null;
  readonly mailedMs: number | null;
  /** Until another replica led, if the leading projector was killed. */
  readonly takeoverMs?: number | null;
  /** Failed requests: those running when the fault began, and later ones. */
  readonly inHandFailed: number;
  readonly laterFailed: number;
  /** From the fault to the start of the last failed request; 0 if none failed. */
  readonly failingMs: number;
  /** Requests answered meanwhile. */
  readonly answered: number;
  /** Violations found in the log; empty if none. */
  readonly found: Partial<Verdict>;
};

export type RoundOptions = {
  scene: Scene;
  clients: Clients;
  journal: Journal;
  random: () => number;
};

const recoveryLimit = 120_000;

const since = (began: number) => Math.round(performance.now() - began);

/** Books, and waits for the booking in the calendar and in the mails. */
const recover = async ({ scene, clients }: RoundOptions, began: number) => {
  const booking = await clients.place();
  const acceptedMs = booking && since(began);
  if (!booking) return { acceptedMs, shownMs: null, mailedMs: null };
  const { pro } = scene.practices[booking.pro]!;
  const { call } = createClient(scene.topology.address, createPatientSend([]));
  const week = { from: booking.date.slice(0, 10), to: booking.date.slice(0, 10) };
  const shown = async () => {
    const { body } = await call('getProCalendar', {
      params: { proId: pro.proId },
      query: week,
      token: pro.token,
    });
    return (body.data?.bookings ?? []).some(({ id }) => id === booking.id);
  };
  const mailed = async () => scene.mailServer.mails.some(({ to }) => to === booking.email);
  const until = async (holds: () => Promise<boolean>): Promise<number | null> => {
    for (; since(began) < recoveryLimit; await delay(50)) {
      if (await holds().catch(() => false)) return since(began);
    }
    return null;
  };
  const [shownMs, mailedMs] = await Promise.all([until(shown), until(mailed)]);
  booking.busy = false;
  return { acceptedMs, shownMs, mailedMs };
};

const failed = (status: number): boolean => status === 0 || status >= 500;

/** Injects a fault under load, ends it after a while, and measures the recovery. */
export const playRound = async (kind: Kind, options: RoundOptions): Promise<Round> => {
  const { scene, journal, random } = options;
  const leader = kind.name === 'kill projector' ? await leaderOf(scene.topology, 'projector') : undefined;
  const leading = leader?.pid();
  const first = journal.attempts.length;
  const injected = await kind.inject(scene, random);
  // Started here, because finding the leader takes a moment.
  const [at, began] = [Date.now(), performance.now()];
  const overtaken = leader !== undefined && injected.hit?.includes(leader);
  const takeoverMs = overtaken ? await takeover(scene.topology, 'projector', leading) : undefined;
  await delay(2_000 + random() * 6_000);
  await injected.mend();
  const lastedMs = since(began);
  const senders = injected.hit?.some(({ name }) => name.startsWith('notifier'))
    ? { senders: { from: at, to: at + lastedMs } }
    : {};
  const recovery = await recover(options, performance.now());
  const attempts = journal.attempts.slice(first);
  const bad = attempts.filter(({ status }) => failed(status));
  const later = bad.filter(({ begun }) => begun > at);
  const look = await glance(scene, journal).catch((error: unknown) => ({ unanswered: [String(error)] }));
  return {
    kind: kind.name,
    what: injected.what,
    at: new Date(at).toISOString(),
    lastedMs,
    ...senders,
    ...recovery,
    ...(takeoverMs === undefined ? {} : { takeoverMs }),
    inHandFailed: bad.filter((attempt) => attempt.begun <= at).length,
    laterFailed: later.length,
    failingMs: Math.max(0, ...later.map(({ begun }) => begun - at)),
    answered: attempts.length - bad.length,
    found: isClean(look) ? {} : look,
  };
};

export const recovered = ({ acceptedMs, shownMs, mailedMs }: Round): boolean =>
  acceptedMs !== null && shownMs !== null && mailedMs !== null;
