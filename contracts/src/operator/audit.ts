import type { Actor } from '../envelope.ts';
import type { MailJob } from '../jobs.ts';

/** What an operator can look back on. */
export const auditKinds = ['booking', 'patient', 'pro', 'clinic'] as const;
/** The kind is the beginning of the stream's name too: `booking-<id>`. */
export type AuditKind = (typeof auditKinds)[number];

/** On whose side something was done; callers without a session count as patients. */
export const auditLanes = ['patient', 'pro', 'product', 'operator'] as const;
/** The desk draws each lane as a line of its own. */
export type AuditLane = (typeof auditLanes)[number];

/** One event as an operator reads it. */
export type AuditEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  /** ISO 8601 instant. */
  readonly time: string;
  readonly actor: Actor;
  readonly lane: AuditLane;
  /** The actor in words. */
  readonly who: string;
  /** What happened, in one plain sentence without personal data. */
  readonly sentence: string;
  /** The request, or the run of an operation, that it goes back to. */
  readonly correlationId: string;
  /** The command, or what an event led a process to. */
  readonly causationId: string;
};

/** An event with what its stream says after it, folded by the stream's own decider. */
export type AuditStep = AuditEvent & { readonly state: Readonly<Record<string, unknown>> };

/** A line of the send ledger. */
export type AuditMail = {
  /** The event, or the reminder, that asked for it. */
  readonly eventId: string;
  readonly template: MailJob['template'];
  /** What it says and what became of it, in one plain sentence. */
  readonly sentence: string;
  /** ISO 8601 instant at which it was first taken in hand. */
  readonly time: string;
  /** ISO 8601 instant at which it was sent, dropped or refused. */
  readonly settled: string | null;
  readonly state: 'claimed' | 'failed' | 'sent' | 'dropped';
  readonly attempts: number;
  /** A code. */
  readonly failure: string | null;
  /** The address it was sent to; null where that is not known any more. */
  readonly to: string | null;
};

/** The life of something: its events in the order of the store, and the mails they asked for in order of time. */
export type Audit = {
  readonly kind: AuditKind;
  readonly id: string;
  /** ISO 8601 instant after which nothing is shown; null for now. */
  readonly at: string | null;
  /** Whether personal data is readable; else it is masked. */
  readonly revealed: boolean;
  readonly steps: readonly AuditStep[];
  readonly mails: readonly AuditMail[];
};

/** A point in the life of something: an event, or a mail. */
export type AuditEntry =
  | { readonly step: AuditStep; readonly mail: null }
  | { readonly step: null; readonly mail: AuditMail };

/** Events in the order of the store, as clocks of several machines may differ, with each mail where its time is. */
export const auditEntries = ({ steps, mails }: Pick<Audit, 'steps' | 'mails'>): readonly AuditEntry[] => {
  const entries: AuditEntry[] = [];
  const waiting = [...mails];
  for (const step of steps) {
    while (waiting[0] && waiting[0].time < step.time) entries.push({ step: null, mail: waiting.shift()! });
    entries.push({ step, mail: null });
  }
  return [...entries, ...waiting.map((mail) => ({ step: null, mail }))];
};

/** An event among those of its request. */
export type CausedEvent = AuditEvent & {
  /** The process that reacted to the event above; null where it follows from the request itself. */
  readonly process: string | null;
  readonly caused: readonly CausedEvent[];
};

/** All that has one correlation id, as trees under what began them. */
export type Causation = {
  readonly eventId: string;
  readonly correlationId: string;
  readonly roots: readonly {
    /** The command; its events stand under it. */
    readonly causationId: string;
    readonly who: string;
    readonly caused: readonly CausedEvent[];
  }[];
  /** There are more events of this correlation id than are shown. */
  readonly truncated: boolean;
};

/** Something to look back on. */
export type AuditSubject = { readonly kind: AuditKind; readonly id: string };

/** Something a search came upon; of a patient found by email also whose they are. */
export type AuditFound = AuditSubject & { readonly proId?: string };

/** How the product fares, at a glance. */
export type DeskHealth = {
  /** Of the last event; where events are in PostgreSQL, how many there are. */
  readonly position: number;
  /** How many events the read models do not show yet; where counting takes reading, 5,000 means that or more. */
  readonly behind: number;
  readonly projections: readonly { readonly name: string; readonly behind: number }[];
  /** By what was written down of the last month; instants in ISO 8601. */
  readonly backups: {
    readonly last: string | null;
    /** Of the last try, where none was made since. */
    readonly failure: { readonly at: string; readonly code: string } | null;
    /** When one was last restored on trial, and whether it came back. */
    readonly drill: { readonly at: string; readonly came: boolean } | null;
  };
  readonly parked: readonly {
    readonly queue: string;
    readonly name: string;
    readonly id: string;
    readonly failedAt: string;
    readonly attempts: number;
    readonly reason: string;
  }[];
};
