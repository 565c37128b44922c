import { createHmac } from 'node:crypto';
import { createZones } from '@visita/contracts/availability/zones';
import type { MailJob } from '@visita/contracts/jobs';
import type { UnsentReason } from '@visita/contracts/messages/ledger';
import { mailboxOf } from '@visita/platform/auth/mailbox';
import type { Database } from '@visita/platform/postgres/connect';
import { inTransaction } from '@visita/platform/postgres/transaction';
import { jobIdOf } from '../mail-job-id.ts';

import { decideSending, type Recipient, type Sending, type Sent } from './decide.ts';
import {
  lockSql,
  mailSql,
  outcomeSql,
  pruneSql,
  sendingSql,
  sentSql,
  settleSql,
  stillWaitingSql,
  takeBackSql,
  takeTextsBackSql,
  textOutcomesSql,
  toldSql,
  untoldSql,
  waitingSql,
  waitSql,
} from './planned.sql.ts';
import type { Allowance, Client, PlannedMessage, PlannedText, Present, Rules, Texts } from './port.ts';

export type SendingDeps = {
  pool: Database['pool'];
  rules: Rules;
  /** Key of the hashes by which people are counted. */
  key: () => Uint8Array | string;
  /** Without it no texts are sent. */
  texts?: Texts;
  /** Tells whether the mail server answers. */
  answers?: () => Promise<boolean>;
  now: () => Date;
};

/** A message with everything that its sending needs. */
export type Ready = {
  readonly message: PlannedMessage;
  readonly present: Present;
  readonly template: MailJob['template'];
  readonly recipients: readonly string[];
  readonly now: Date;
};

const zones = createZones();

const settle = (
  client: Pick<Client, 'query'>,
  id: string,
  [state, reason, at]: readonly [string, UnsentReason, Date],
) => client.query(settleSql, [id, state, reason, at]);

const begin = async (client: Client, { message, present, recipients, now }: Ready, by: 'mail' | 'sms') => {
  const today = zones(present.timezone).dayOf(now.getTime());
  const { covers = [], proId = message.proId, asks = false } = present;
  await client.query(sendingSql, [message.id, by, today, recipients, covers, proId, asks]);
};

/** Hands a mail over to the outbox. */
const sendMail = async (client: Client, { message, present, template, now }: Ready) => {
  const { id, about, notAfter } = message;
  const job: MailJob = { template, eventId: id, about, ...present.job };
  await client.query(mailSql, [jobIdOf(job), template, JSON.stringify(job), now, notAfter]);
};

const readSent = async (client: Client, { message, present, recipients, now }: Ready): Promise<Sent> => {
  const { clinicId, proId } = message;
  const today = zones(present.timezone).dayOf(now.getTime());
  const values = [clinicId, recipients, today, present.proId ?? proId, now];
  const { rows } = await client.query<Sent>({ name: 'planned-sent', text: sentSql, values });
  return rows[0] ?? { reminders: 0, offers: 0, recalls: 0 };
};

const decide = async (client: Client, ready: Ready): Promise<Sending> => {
  const { message, present, now } = ready;
  const { purpose, channel, notAfter } = message;
  const { quiet, recipient, timezone } = present;
  return decideSending({
    purpose,
    channel,
    quiet,
    recipient,
    zone: zones(timezone),
    now: now.getTime(),
    notAfter: notAfter.getTime(),
    sent: await readSent(client, ready),
  });
};

/** Returns the keyed hashes by which a person's messages are counted. */
const recipientsOf = (key: Uint8Array | string, { email, mobile }: Recipient): string[] =>
  [email && mailboxOf(email), mobile].flatMap((address) =>
    address ? [createHmac('sha256', key).update(`planned|${address}`).digest('hex')] : [],
  );

/** Returns the message as a text; null if the person has no number for texts. */
const textOf = (
  message: PlannedMessage,
  { recipient, proId = message.proId }: Present,
): PlannedText | null => {
  const { id, clinicId, purpose, notAfter, subjects } = message;
  // The person who gets the message is named last.
  const patientId = subjects.at(-1)?.replace('patient-', '');
  if (recipient.mobile === null || patientId === undefined) return null;
  return { id, proId, clinicId, purpose, notAfter, patientId, number: recipient.mobile };
};

/** Milliseconds until a mail is decided again while the mail server does not answer. */
const serverPause = 60_000;

/** Creates the functions that decide about messages which are due, and report their outcomes. */
export const createSending = ({ pool, rules, key, texts, answers, now: clock }: SendingDeps) => {
  /** Whether mails came back because the server did not answer. */
  let down = false;

  const allows = async (client: Client, text: PlannedText | null, now: Date): Promise<Allowance> =>
    text === null || texts === undefined ? 'refused' : texts.allows(client, text, now);

  const read = async (
    client: Client,
    message: PlannedMessage,
    now: Date,
  ): Promise<Ready | { skip: UnsentReason }> => {
    const { [message.purpose]: rule } = rules;
    if (!rule) throw new Error(`no rules for messages of the purpose ${message.purpose}`);
    const found = await rule.read(message, now);
    if ('skip' in found) return found;
    const { template } = rule;
    const may = message.channel === 'mail' ? 'refused' : await allows(client, textOf(message, found), now);
    const recipient = may === 'allowed' ? found.recipient : { ...found.recipient, mobile: null };
    const present = { ...found, recipient };
    const channel = may === 'used-up' ? 'mail' : message.channel;
    return {
      message: { ...message, channel },
      present,
      now,
      template,
      recipients: recipientsOf(key(), recipient),
    };
  };

  const act = async (client: Client, ready: Ready): Promise<void> => {
    const { id } = ready.message;
    const sending = await decide(client, ready);
    if ('wait' in sending) await client.query(waitSql, [id, new Date(sending.wait)]);
    else if ('drop' in sending) await settle(client, id, ['dropped', sending.drop, ready.now]);
    else if (sending.send === 'mail' && down) {
      await client.query(waitSql, [id, new Date(ready.now.getTime() + serverPause)]);
    } else {
      await begin(client, ready, sending.send);
      const text = sending.send === 'sms' ? textOf(ready.message, ready.present) : null;
      await (text && texts ? texts.send(client, text, ready.now) : sendMail(client, ready));
    }
  };

  const one = (message: PlannedMessage): Promise<void> =>
    inTransaction(pool, async (client) => {
      await client.query(lockSql);
      if ((await client.query(stillWaitingSql, [message.id])).rowCount !== 1) return;
      const now = clock();
      const ready = await read(client, message, now);
      if ('skip' in ready) await settle(client, message.id, ['skipped', ready.skip, now]);
      else await act(client, ready);
    });

  const purposes = Object.keys(rules);
  return {
    /** Decides about up to `limit` messages that are due; returns their number. */
    sendDue: async (limit: number): Promise<number> => {
      const taking = { name: 'planned-taken-back', text: takeBackSql, values: [clock()] };
      const back = (await pool.query(taking)).rowCount;
      if (back || down) down = answers !== undefined && !(await answers());
      const { rows } = await pool.query<PlannedMessage>(waitingSql, [clock(), purposes, limit]);
      const failures: unknown[] = [];
      // A message that cannot be decided does not delay the others.
      for (const message of rows) await one(message).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
      return rows.length;
    },
    /** Takes over the outcomes of mails and texts, takes waiting texts back, and reports settled messages to their purpose. */
    report: async (limit: number): Promise<void> => {
      await pool.query(outcomeSql, [clock()]);
      if (texts) {
        await pool.query(textOutcomesSql, [clock()]);
        await pool.query(takeTextsBackSql);
      }
      const { rows } = await pool.query<PlannedMessage>(untoldSql, [purposes, limit]);
      for (const message of rows) {
        await rules[message.purpose]?.settled?.(message);
        await pool.query(toldSql, [message.id]);
      }
    },
    prune: () => pool.query(pruneSql, [clock()]),
  };
};
