import { type Audit, type AuditKind, auditKinds } from '@visita/contracts/operator/audit';
import { type Audits, createAudits } from '../audit/audits.ts';
import { openFinder } from '../audit/finder.ts';
import { auditInWords, causationInWords } from '../audit/text.ts';
import { type Answer, BadRequest, defineOperation } from './frame.ts';
import { logProgress } from './progress.ts';
import { asOperator, isId, type Operator } from './operator.ts';
import { patientByEmail } from './people.ts';

const auditHelp = `Usage: npm run --silent ops -- audit booking <id> [--at <time>] [--reveal]
       npm run --silent ops -- audit patient <id or email> [--at <time>] [--reveal]
       npm run --silent ops -- audit pro <id or email> [--at <time>] [--reveal]
       npm run --silent ops -- audit clinic <id> [--at <time>] [--reveal]
       npm run --silent ops -- audit causation <event id>

Prints the history of a booking, a patient, a pro or a clinic: when, who did what, from which request, the state after
each step, and the mails sent. It is read from the events, for a booking with its reserved times; mails come from the send
ledger. \`causation\` shows what caused an event and what it caused.

The email of a patient of several pros lists all of them: choose one by its id. A search by email is recorded with your
name and the ids it found, not with the email.

  --at <time>  the history up to an instant such as 2026-11-20T08:30:00Z
  --reveal     shows personal data, which is recorded with your name; give a --reason

The JSON answers are { kind, id, at, revealed, steps, mails } and { eventId, correlationId, roots, truncated }.
`;

const isKind = (text: string | undefined): text is AuditKind => auditKinds.some((kind) => kind === text);

/** Parses an operator's instant; null for now. */
const instantOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? new Date(text)
    : null;
  if (time === null || Number.isNaN(time.getTime()))
    throw new BadRequest('--at takes an instant with its offset, such as 2026-11-20T08:30:00Z.');
  return time.toISOString();
};

type AuditRequest = { kind: AuditKind; named: string; at: string | null; reveal: boolean };

const idOf = async (operator: Operator, kind: AuditKind, named: string): Promise<string> => {
  if (kind === 'pro') return operator.proOf(named);
  if (kind === 'patient' && named.includes('@')) return patientByEmail(operator, named);
  if (!isId(named)) throw new BadRequest(`${named} is not an id.`);
  return named;
};

/** Returns an entity's history; records a reveal first. */
export const auditOf = async (
  operator: Operator,
  audits: Audits,
  { kind, named, at, reveal }: AuditRequest,
): Promise<Audit> => {
  const id = await idOf(operator, kind, named);
  const audit = await audits.of(kind, id, { at, reveal: false });
  if (!audit)
    throw new BadRequest(`There is no such ${kind}${at === null ? '' : ', or it did not exist by then'}.`);
  if (!reveal) return audit;
  await operator.record({ operation: `reveal ${kind}`, targets: [id] });
  if (kind === 'patient')
    await operator.viewings.note({ patientId: id, by: operator.cause().actor, how: 'revealed' });
  return (await audits.of(kind, id, { at, reveal })) ?? audit;
};

const causationOf = async (audits: Audits, named: string): Promise<Answer> => {
  const causation = isId(named) ? await audits.causation(named) : null;
  if (!causation) throw new BadRequest('There is no such event.');
  return { answer: causation, text: causationInWords(causation) };
};

export const runAudit = defineOperation({
  help: auditHelp,
  options: { at: { type: 'string' }, reveal: { type: 'boolean', default: false } },
  run: ({ values, positionals: [kind, named, ...more] }, run) => {
    if (named === undefined || more.length > 0 || (!isKind(kind) && kind !== 'causation'))
      throw new BadRequest(auditHelp);
    const at = instantOf(values.at);
    return asOperator(run, async (operator) => {
      const { store, database, now } = operator;
      const head = await store.head();
      const onProgress = (position: string) => run.progress(logProgress('events read', { position, head }));
      const finder = openFinder({ ...operator, onProgress });
      const audits = createAudits({ store, finder, pool: database.pool, now });
      if (!isKind(kind)) return causationOf(audits, named);
      const audit = await auditOf(operator, audits, { kind, named, at, reveal: values.reveal });
      return { answer: audit, text: auditInWords(audit) };
    });
  },
});
