import type { Audit, AuditMail, AuditStep, CausedEvent, Causation } from '@visita/contracts/operator/audit';

const moment = (time: string): string => time.replace('T', ' ');

const outcomes: Readonly<Record<AuditMail['state'], string>> = {
  sent: 'sent',
  dropped: 'not sent, there was nothing to say any more',
  failed: 'refused, to be tried again',
  claimed: 'being sent',
};

/** What became of a mail, in words. */
export const mailInWords = ({ template, about, state, to, attempts, failure }: AuditMail): string => {
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  const why = failure === null ? '' : ` (${failure})`;
  return `Mail ${template} ${about}: ${outcomes[state]}${why}${tries}, to ${to ?? 'an address that is not known'}.`;
};

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a list has that another one has not. */
const missingIn = (list: readonly unknown[], other: readonly unknown[]): string[] => {
  const known = new Set(other.map((value) => JSON.stringify(value)));
  return list.filter((value) => !known.has(JSON.stringify(value))).map(plain);
};

/** How a field differs from before; of a list only what came and went. */
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
  `  ${mailInWords(mail)}`,
  `  asked for by ${mail.eventId}${mail.settled === null ? '' : `, settled ${moment(mail.settled)}`}`,
];

/** An audit as lines of text, oldest first; of each state only what changed. */
export const auditInWords = ({ kind, id, at, steps, mails }: Audit): string => {
  const states = new Map<string, AuditStep['state']>();
  const told = steps.map((step) => {
    const lines = stepLines(step, states.get(step.stream) ?? {});
    states.set(step.stream, step.state);
    return { time: step.time, lines };
  });
  const all = [...told, ...mails.map((mail) => ({ time: mail.time, lines: mailLines(mail) }))];
  const entries = all.toSorted((one, other) => one.time.localeCompare(other.time));
  const end = [...states].map(([stream, state]) => `${stream}: ${JSON.stringify(state)}`);
  return [
    `${kind} ${id}, ${at === null ? 'until now' : `as it was at ${moment(at)}`}: ${steps.length} events, ${mails.length} mails`,
    ...entries.flatMap(({ lines }) => ['', ...lines]),
    '',
    at === null ? 'State now' : 'State then',
    ...end.map((line) => `  ${line}`),
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

/** Causes and effects as an indented tree; an arrow marks the event that was asked for. */
export const causationInWords = ({ eventId, correlationId, roots, truncated }: Causation): string =>
  [
    `request ${correlationId}`,
    ...roots.flatMap(({ causationId, who, caused }) => [
      `  ${who}, command ${causationId}`,
      ...caused.flatMap((event) => branch(event, eventId, 1)),
    ]),
    ...(truncated ? ['  There are more events of this request than are shown.'] : []),
  ].join('\n');
