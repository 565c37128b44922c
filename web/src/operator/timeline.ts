import {
  type Audit,
  auditEntries,
  type AuditLane,
  type AuditMail,
  type AuditStep,
} from '@visita/contracts/operator/audit';

type Lane = AuditLane | 'mail';

/** Entry of the timeline: an event or a mail. */
export type Entry = {
  readonly key: string;
  readonly time: string;
  readonly lane: Lane;
  readonly sentence: string;
  readonly step: AuditStep | null;
  readonly mail: AuditMail | null;
};

export const laneNames: Readonly<Record<Lane, string>> = {
  patient: 'Patient or visitor',
  pro: 'Pro',
  product: 'Product',
  operator: 'Operator',
  mail: 'Mails',
};
const laneOrder = Object.keys(laneNames) as Lane[];

export const entriesOf = (audit: Audit): readonly Entry[] =>
  auditEntries(audit).map(({ step, mail }) =>
    step
      ? { key: step.eventId, time: step.time, lane: step.lane, sentence: step.sentence, step, mail }
      : {
          key: `${mail.eventId} ${mail.template}`,
          time: mail.time,
          lane: 'mail',
          sentence: mail.sentence,
          step,
          mail,
        },
  );

/** Returns the lanes in use, from the top. */
export const lanesOf = (entries: readonly Entry[]): readonly Lane[] =>
  laneOrder.filter((lane) => entries.some((entry) => entry.lane === lane));

type State = AuditStep['state'];
export type StreamState = {
  readonly stream: string;
  readonly state: State;
  /** State before the chosen event, if the event belongs to this stream. */
  readonly before: State | null;
};

/** Returns the state of each stream at an entry: the changed stream first, then the main one. */
export const statesAt = (entries: readonly Entry[], index: number, main: string): readonly StreamState[] => {
  const states = new Map<string, StreamState>();
  for (const [at, { step }] of entries.slice(0, index + 1).entries()) {
    // Actions of operators have no state.
    if (!step || Object.keys(step.state).length === 0) continue;
    const before = at === index ? (states.get(step.stream)?.state ?? {}) : null;
    states.set(step.stream, { stream: step.stream, state: step.state, before });
  }
  const rank = ({ stream, before }: StreamState) => (before ? 0 : stream === main ? 1 : 2);
  return [...states.values()].toSorted((one, other) => rank(one) - rank(other));
};

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const;

/** Returns the time between two instants; null under a minute. */
export const gapBetween = (before: string, after: string): string | null => {
  const passed = Date.parse(after) - Date.parse(before);
  const unit = units.find(([, length]) => passed >= length);
  return unit ? `${Math.floor(passed / unit[1])} ${unit[0]}` : null;
};

/** Formats an instant in UTC, as in logs and on the command line. */
export const readable = (time: string): string => time.replace('T', ' ').replace(/(\.\d+)?Z$/, '');
