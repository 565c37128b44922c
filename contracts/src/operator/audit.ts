import type { Actor } from '../envelope.ts';
import type { MailJob } from '../jobs.ts';

/** Kinds of entities with an audit trail. */
export const auditKinds = ['booking', 'patient', 'pro', 'clinic'] as const;
/** Kind of an entity; also the prefix of the stream's name: `booking-<id>`. */
export type AuditKind = (typeof auditKinds)[number];

/** Party that caused an event. Callers without a session count as patients. */
export const auditLanes = ['patient', 'pro', 'product', 'operator'] as const;
/** The desk draws one line for each lane. */
export type AuditLane = (typeof auditLanes)[number];

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
  /** Description of the actor. */
  readonly who: string;
  /** Description in one sentence, without personal data. */
  readonly sentence: string;
  /** Id of the request or operation that started the chain. */
  readonly correlationId: string;
  /** Id of the command or event that caused it. */
  readonly causationId: string;
};

/** An event with the stream's state after it. */
export type AuditStep = AuditEvent & { readonly state: Readonly<Record<string, unknown>> };

/** An entry of the send ledger. */
export type AuditMail = {
  /** The event or reminder that asked for it. */
  readonly eventId: string;
  readonly template: MailJob['template'];
  /** Contents and outcome in one sentence. */
  readonly sentence: string;
  /** ISO 8601 instant of the first attempt. */
  readonly time: string;
  /** ISO 8601 instant at which it was sent, dropped or rejected. */
  readonly settled: string | null;
  readonly state: 'claimed' | 'failed' | 'sent' | 'dropped';
  readonly attempts: number;
  /** An error code. */
  readonly failure: string | null;
  /** Recipient; null if no longer known. */
  readonly to: string | null;
};

/** Audit trail of an entity: events in the order of the store, and mails by time. */
export type Audit = {
  readonly kind: AuditKind;
  readonly id: string;
  /** ISO 8601 instant up to which the trail is shown; null for now. */
  readonly at: string | null;
  /** Whether personal data is readable; otherwise it is masked. */
  readonly revealed: boolean;
  readonly steps: readonly AuditStep[];
  readonly mails: readonly AuditMail[];
};

/** An entry of the audit trail: an event or a mail. */
export type AuditEntry =
  | { readonly step: AuditStep; readonly mail: null }
  | { readonly step: null; readonly mail: AuditMail };

/**
 * Merges events and mails. Events stay in the order of the store, because clocks of machines differ; mails are
 * inserted by time.
 */
export const auditEntries = ({ steps, mails }: Pick<Audit, 'steps' | 'mails'>): readonly AuditEntry[] => {
  const entries: AuditEntry[] = [];
  const waiting = [...mails];
  for (const step of steps) {
    while (waiting[0] && waiting[0].time < step.time) entries.push({ step: null, mail: waiting.shift()! });
    entries.push({ step, mail: null });
  }
  return [...entries, ...waiting.map((mail) => ({ step: null, mail }))];
};

/** An event in the tree of its request. */
export type CausedEvent = AuditEvent & {
  /** The process that reacted to the parent event; null if the event is a direct result of the request. */
  readonly process: string | null;
  readonly caused: readonly CausedEvent[];
};

/** All events of one correlation id, as trees. */
export type Causation = {
  readonly eventId: string;
  readonly correlationId: string;
  readonly roots: readonly {
    /** The command that caused the events below it. */
    readonly causationId: string;
    readonly who: string;
    readonly caused: readonly CausedEvent[];
  }[];
  /** Whether events of this correlation id are left out. */
  readonly truncated: boolean;
};

/** An entity with an audit trail. */
export type AuditSubject = { readonly kind: AuditKind; readonly id: string };

/** A search result. `proId` is set for patients found by email. */
export type AuditFound = AuditSubject & { readonly proId?: string };

export type DeskHealth = {
  /** Position of the last event; on PostgreSQL also the number of events. */
  readonly position: number;
  /** Events that the read models have not processed. Where counting requires reading, it stops at 5,000. */
  readonly behind: number;
  readonly projections: readonly { readonly name: string; readonly behind: number }[];
  /** Backups of the last month; ISO 8601 instants. */
  readonly backups: {
    readonly last: string | null;
    /** The latest failure, if no backup succeeded since. */
    readonly failure: { readonly at: string; readonly code: string } | null;
    /** The latest restore drill and its result. */
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
