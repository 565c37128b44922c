import {
  type Audit,
  auditEntries,
  type AuditMail,
  type AuditStep,
  type CausedEvent,
  type Causation,
} from '@visita/contracts/operator/audit';

const moment = (time: string): string => time.replace('T', ' ');

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Entries of a list that another lacks. */
const missingIn = (list: readonly unknown[], other: readonly unknown[]): string[] => {
  const known = new Set(other.map((value) => JSON.stringify(value)));
  return list.filter((value) => !known.has(JSON.stringify(value))).map(plain);
};

/** Describes a changed field; for a list, the added and removed entries. */
const difference = (key: string, value: unknown, before: unknown): string[] => {
  if (JSON.stringify(value) === JSON.stringify(before)) return [];
  if (!Array.isArray(value) || !Array.isArray(before)) return [`    ${key}: ${plain(value)}`];
  return [
    ...missingIn(before, value).map((gone) => `    ${key} - ${gone}`),
    ...missingIn(value, before).map((added) => `    ${key} + ${added}`),
  ];
};

const changes = (state: AuditStep['state'], before: AuditStep['state']): string[] =>
  Object.entries(state).flatMap(([key, value]) => difference(key, value, before[key]));

const stepLines = (step: AuditStep, before: AuditStep['state']): string[] => [
  `${moment(step.time)}  ${step.who}`,
  `  ${step.sentence}`,
  `  ${step.type}, event ${step.eventId}, ${step.stream} ${step.revision}`,
  `  request ${step.correlationId}, caused by ${step.causationId}`,
  ...changes(step.state, before),
];

const mailLines = (mail: AuditMail): string[] => [
  `${moment(mail.time)}  mail`,
  `  ${mail.sentence}`,
  `  ${mail.template}, caused by ${mail.eventId}${mail.settled === null ? '' : `, settled ${moment(mail.settled)}`}`,
];

/** Formats an audit as lines of text, oldest first, with the changes of each state. */
export const auditInWords = (audit: Audit): string => {
  const { kind, id, at, steps, mails } = audit;
  const states = new Map<string, AuditStep['state']>();
  const lines = auditEntries(audit).flatMap(({ step, mail }) => {
    if (!step) return ['', ...mailLines(mail)];
    const entry = stepLines(step, states.get(step.stream) ?? {});
    states.set(step.stream, step.state);
    return ['', ...entry];
  });
  const when = at === null ? 'until now' : `as it was at ${moment(at)}`;
  return [
    `${kind} ${id}, ${when}: ${steps.length} events, ${mails.length} mails`,
    ...lines,
    '',
    at === null ? 'State now' : 'State then',
    ...[...states]
      .filter(([, state]) => Object.keys(state).length > 0)
      .map(([stream, state]) => `  ${stream}: ${JSON.stringify(state)}`),
  ].join('\n');
};

const branch = (event: CausedEvent, asked: string, depth: number): string[] => {
  const via = event.process === null ? '' : ` by ${event.process}`;
  const mark = event.eventId === asked ? '→ ' : '  ';
  return [
    `${mark}${'  '.repeat(depth)}${moment(event.time)}  ${event.type}${via} in ${event.stream}: ${event.sentence}  ${event.eventId}`,
    ...event.caused.flatMap((next) => branch(next, asked, depth + 1)),
  ];
};

/** Formats causes and effects as an indented tree; an arrow marks the requested event. */
export const causationInWords = ({ eventId, correlationId, roots, truncated }: Causation): string =>
  [
    `request ${correlationId}`,
    ...roots.flatMap(({ causationId, who, caused }) => [
      `  ${who}, command ${causationId}`,
      ...caused.flatMap((event) => branch(event, eventId, 1)),
    ]),
    ...(truncated ? ['  Not all events of this request are shown.'] : []),
  ].join('\n');
