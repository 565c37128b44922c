import type { MailJob } from '@visita/contracts/jobs';
import type { MessageState, Purpose, UnsentReason } from '@visita/contracts/messages/ledger';
import type { Channel } from '@visita/contracts/messages/plan';
import type { QuietHours } from '@visita/contracts/messages/settings';
import type { inTransaction } from '@visita/platform/postgres/transaction';
import type { Recipient } from './decide.ts';

/** A client within a transaction. */
export type Client = Parameters<Parameters<typeof inTransaction>[1]>[0];

/** A message that is sent when it is due, and not after a last moment. */
export type NewMessage = {
  /** UUID derived from its subject, so that the same message is planned once. */
  readonly id: string;
  readonly purpose: Purpose;
  /** Id of the booking, waiting entry or recall that it is about; for a day sheet its pro, clinic and day. */
  readonly about: string;
  readonly proId: string;
  readonly clinicId: string;
  /** `patient-<id>` of the people that it is about: erasing one deletes it. */
  readonly subjects: readonly string[];
  readonly channel: Channel;
  readonly due: Date;
  readonly notAfter: Date;
};

/** The step of a plan that a reminder belongs to, and the time of its visit. */
export type ReminderOf = { readonly step: string; readonly visitAt: Date };

/** A planned message as stored. `step` and `visitAt` are null unless it is a reminder. */
export type PlannedMessage = NewMessage & {
  readonly step: string | null;
  readonly visitAt: Date | null;
  readonly state: MessageState;
  readonly reason: UnsentReason | null;
  readonly sentBy: 'mail' | 'sms' | null;
  readonly settledAt: Date | null;
  /** Visits that it named when it was sent: `<bookingId>@<start>`. */
  readonly covers: readonly string[];
};

/** The facts of a message as they are when it is sent. */
export type Present = {
  readonly recipient: Recipient;
  readonly quiet: QuietHours;
  /** IANA zone of the clinic. */
  readonly timezone: string;
  /** The pro for whom it is sent; by default the one for whom it was planned. */
  readonly proId?: string;
  /** Other visits that the message names: `<bookingId>@<start>`. */
  readonly covers?: readonly string[];
  /** Whether it asks if the patient will come. */
  readonly asks?: boolean;
  /** Further fields of its mail job. */
  readonly job?: Pick<MailJob, 'sequence' | 'tokenId' | 'offerId'>;
};

/** A message as a text to a number (E.164). */
export type PlannedText = Pick<NewMessage, 'id' | 'proId' | 'clinicId' | 'purpose' | 'notAfter'> & {
  readonly patientId: string;
  readonly number: string;
};

/** `used-up`: the pro's maximum of the month is reached, and nothing else stops the text. */
export type Allowance = 'allowed' | 'refused' | 'used-up';

/** Texts, within the transaction that decides a message. */
export type Texts = {
  /** Decides whether a text may be sent now: provider, budgets, no refused number. Tells the pro about used up texts. */
  allows(client: Client, text: PlannedText, now: Date): Promise<Allowance>;
  send(client: Client, text: PlannedText, now: Date): Promise<void>;
};

/** How messages of one purpose are read and reported. The mail is composed by its template (`mail/compose.ts`). */
export type PurposeRules = {
  readonly template: MailJob['template'];
  /** Reads the present facts; a reason if the message has become needless. */
  read(message: PlannedMessage, now: Date): Promise<Present | { readonly skip: UnsentReason }>;
  /** Called after the message was sent, skipped or dropped; repeated until it succeeds. */
  settled?(message: PlannedMessage): Promise<void>;
};

export type Rules = Partial<Record<Purpose, PurposeRules>>;

/** The one way by which reminders, offers, recalls, surveys and day sheets leave. */
export type Planned = {
  /** Plans a message; a message with a known id stays as it is. */
  plan(message: NewMessage & Partial<ReminderOf>): Promise<void>;
  /** Drops a message that waits, and ends one that was sent: an ended recall does not count as open. */
  withdraw(id: string): Promise<void>;
  /** Deletes the messages about a person (`patient-<id>`). */
  forget(subject: string): Promise<void>;
};
