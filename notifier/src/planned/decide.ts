import { messageCaps } from '@visita/contracts/messages/caps';
import type { Zone } from '@visita/contracts/availability/zones';
import type { Purpose, UnsentReason } from '@visita/contracts/messages/ledger';
import type { Channel } from '@visita/contracts/messages/plan';
import { endOfQuiet } from '@visita/contracts/messages/due';
import { keepsQuiet, type QuietHours } from '@visita/contracts/messages/settings';

/** The person who gets the message, as known when it is sent. */
export type Recipient = {
  readonly email: string | null;
  /** Number that may get texts; null without consent, without a mobile number, or if no text can be sent now. */
  readonly mobile: string | null;
  readonly blocked: 'erased' | 'restricted' | 'stopped' | null;
};

/** Messages that the person got from the clinic: reminders and offers today, recalls of the pro still open. */
export type Sent = { readonly reminders: number; readonly offers: number; readonly recalls: number };

export type SendingFacts = {
  readonly purpose: Purpose;
  readonly channel: Channel;
  /** Epoch ms. */
  readonly now: number;
  /** Epoch ms from which the message is of no use. */
  readonly notAfter: number;
  readonly quiet: QuietHours;
  /** Zone of the clinic. */
  readonly zone: Zone;
  readonly recipient: Recipient;
  readonly sent: Sent;
};

export type Sending =
  | { readonly send: 'mail' | 'sms' }
  /** To be decided again at this instant (epoch ms). */
  | { readonly wait: number }
  | { readonly drop: UnsentReason };

const channelOf = ({ channel, recipient }: SendingFacts): 'mail' | 'sms' | null => {
  if (channel !== 'mail' && recipient.mobile !== null) return 'sms';
  return channel !== 'sms' && recipient.email !== null ? 'mail' : null;
};

const isOverCap = ({ purpose, sent }: SendingFacts): boolean => {
  if (purpose === 'reminder') return sent.reminders >= messageCaps.reminders;
  if (purpose === 'offer') return sent.offers >= messageCaps.offers;
  return purpose === 'recall' && sent.recalls >= messageCaps.recalls;
};

/** Decides whether a planned message that is due is sent now, later or not at all. */
export const decideSending = (facts: SendingFacts): Sending => {
  const { now, notAfter, quiet, zone, recipient } = facts;
  if (now >= notAfter) return { drop: 'late' };
  if (recipient.blocked !== null) return { drop: recipient.blocked };
  const by = channelOf(facts);
  if (by === null) return { drop: 'no-address' };
  if (isOverCap(facts)) return { drop: 'cap' };
  const quietUntil = keepsQuiet(quiet, by) ? endOfQuiet(quiet, now, zone) : null;
  if (quietUntil === null) return { send: by };
  return quietUntil < notAfter ? { wait: quietUntil } : { drop: 'quiet-hours' };
};
