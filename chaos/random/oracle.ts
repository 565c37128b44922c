import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bookingsOf, doubleBookings } from '@visita/command-service/testing/live-bookings';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import { mailsFor, topicOf } from '@visita/notifier/mail/mail-jobs';
import type { HandedOver } from '../../tests/support/mail-server.ts';
import { type Inside, lookInto } from '../../tests/support/inside.ts';
import { caughtUp, differing, readModels, until } from '../../tests/faults/inspect.ts';
import type { Ask, Journal } from './journal.ts';
import type { Scene } from './scene.ts';

/** Epoch milliseconds. */
export type Window = { readonly from: number; readonly to: number };

/** Violations found, by rule. */
export type Verdict = {
  /** Acknowledged bookings that are missing or different. */
  lost: string[];
  /** Acknowledged requests that are not in the log exactly once. */
  notOnce: string[];
  /** Refused requests that were carried out. */
  refusedButDone: string[];
  /** Requests without an answer. */
  unanswered: string[];
  doubleBookings: string[];
  /** Mails neither sent nor dropped. */
  mailsMissing: string[];
  /** Mails sent twice although the sender got the first answer and stayed alive. */
  mailsTwice: string[];
  differingTables: string[];
  holes: string[];
};

const typeOf: Readonly<Record<Ask['kind'], string>> = {
  request: 'BookingPlaced',
  place: 'BookingPlaced',
  confirm: 'BookingConfirmed',
  move: 'BookingMoved',
  cancel: 'BookingCancelled',
};

/** Checks the event log only; can run while clients go on, for requests answered before. */
const judgeLog = (events: readonly RecordedEvent[], { asks, bookings }: Journal) => {
  const written = new Map<string, number>();
  for (const { type, metadata } of events) {
    const key = `${type} ${metadata.correlationId}`;
    written.set(key, (written.get(key) ?? 0) + 1);
  }
  const times = ({ kind, key }: Ask): number => written.get(`${typeOf[kind]} ${key}`) ?? 0;
  const name = (ask: Ask) => `${ask.kind} ${ask.key}: ${times(ask)} times${ask.code ? `, ${ask.code}` : ''}`;
  const of = (outcome: Ask['outcome']) => asks.filter((ask) => ask.outcome === outcome);
  const made = bookingsOf(events);
  const lost = [...bookings.values()].filter(
    ({ id, status, uncertain, busy }) => !uncertain && !busy && made.get(id)?.status !== status,
  );
  return {
    lost: lost.map(({ id, status }) => `${id} ${status}: ${made.get(id)?.status}`),
    notOnce: of('done')
      .filter((ask) => times(ask) !== 1)
      .map(name),
    refusedButDone: of('refused')
      .filter((ask) => times(ask) > 0)
      .map(name),
    unanswered: of('unknown').map(name),
    doubleBookings: doubleBookings(made.values(), new Date().toISOString()).map(String),
    holes: events
      .flatMap(({ position }, index) => (Number(position) === index + 1 ? [] : [position]))
      .slice(0, 1),
  };
};

const nameOf = (messageId: string): string => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId;

/**
 * Milliseconds from the server's answer to the ledger's row, and from a mail's last byte to that answer, on a
 * busy machine.
 */
const settling = 1_500;

/**
 * Tells whether a mail may be sent twice: its sender got no answer, or was killed or stopped before recording
 * it.
 */
const mayComeAgain = ({ accepted, at }: HandedOver, hits: readonly Window[]): boolean =>
  !accepted || hits.some(({ from, to }) => at >= from - settling && at <= to + settling);

const mailsTwice = (mails: readonly HandedOver[], hits: readonly Window[]) => {
  const excused: string[] = [];
  const twice: string[] = [];
  const before = new Map<string, HandedOver>();
  for (const mail of mails) {
    const first = before.get(mail.messageId);
    if (first) {
      const repeat = `${nameOf(mail.messageId)} at ${new Date(first.at).toISOString()}, again after ${mail.at - first.at} ms`;
      (mayComeAgain(first, hits) ? excused : twice).push(repeat);
    }
    before.set(mail.messageId, mail);
  }
  return { excused, twice };
};

type SentMail = { series: string; at: string; hubServiceId: string | null };

/**
 * Returns the mails that must be sent: only the last of a series, since earlier ones may have been replaced.
 */
const owed = (events: readonly RecordedEvent[]): MailJob[] => {
  const all = events.flatMap(mailsFor);
  const last = new Map(all.map((mail) => [topicOf(mail), mail]));
  return all.filter((mail) => topicOf(mail) === null || last.get(topicOf(mail)) === mail);
};

/** Returns the mails neither sent nor dropped, except one that repeats the last state mailed. */
const unsent = async ({ pool }: Inside, events: readonly RecordedEvent[]): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select event_id || '.' || template as name from notifier.mails where state in ('sent', 'dropped')`,
  );
  const settled = new Set(rows.map(({ name }) => name));
  const { rows: sent } = await pool.query<SentMail>(
    `select series, payload->>'at' as at, payload->>'hubServiceId' as "hubServiceId" from notifier.outbox
      where queue = 'mail' and state = 'sent' and series is not null order by revision`,
  );
  const lastSent = new Map(sent.map((row) => [row.series, row]));
  const isAnnounced = (mail: MailJob): boolean => {
    const last = lastSent.get(topicOf(mail) ?? '');
    return last !== undefined && last.at === mail.at && last.hubServiceId === (mail.hubServiceId ?? null);
  };
  return owed(events)
    .filter((mail) => !settled.has(`${mail.eventId}.${mail.template}`) && !isAnnounced(mail))
    .map(({ eventId, template }) => `${eventId}.${template}`);
};

/** Returns the mails that the ledger calls sent but no server received. */
const neverCame = async ({ pool }: Inside, mails: readonly HandedOver[]): Promise<string[]> => {
  const came = new Set(mails.map(({ messageId }) => messageId));
  const { rows } = await pool.query<{ id: string }>(
    `select message_id as id from notifier.mails where state = 'sent'`,
  );
  return rows.map(({ id }) => id).filter((id) => !came.has(id));
};

const root = join(import.meta.dirname, '../..');

const rebuild = ({ topology }: Scene) =>
  promisify(execFile)(process.execPath, ['bin/ops.ts', 'rebuild'], {
    cwd: root,
    env: { ...process.env, ...topology.env, DATABASE_URL: topology.databaseUrl },
  });

const inside = ({ topology }: Scene) => lookInto(topology.databaseUrl);

/** Runs the check between two faults, while clients go on. */
export const glance = async (scene: Scene, journal: Journal) => {
  await using look = await inside(scene);
  // Requests answered before the log is read must be in it.
  const before: Journal = { ...journal, asks: [...journal.asks], bookings: new Map() };
  return judgeLog(await look.events(), before);
};

/**
 * Runs all checks, after the clients have stopped; `hits` are the times when senders were dead or stopped.
 */
export const judge = async (scene: Scene, journal: Journal, hits: readonly Window[]) => {
  await using look = await inside(scene);
  await until('the read models have caught up', () => caughtUp(look));
  const events = await look.events();
  await until('all mails are settled', async () => (await unsent(look, events)).length === 0).catch(
    () => undefined,
  );
  const { mails } = scene.mailServer;
  const before = await readModels(look);
  await rebuild(scene);
  const after = await readModels(look);
  const { twice, excused } = mailsTwice(mails, hits);
  const verdict: Verdict = {
    ...judgeLog(events, journal),
    mailsMissing: [...(await unsent(look, events)), ...(await neverCame(look, mails))],
    mailsTwice: twice,
    differingTables: differing(before, after),
  };
  return {
    verdict,
    counts: { events: events.length, mails: mails.length, mailsAgainInWindow: excused.length },
  };
};

export const isClean = (verdict: Partial<Verdict>): boolean =>
  Object.values(verdict).every((found) => found.length === 0);
