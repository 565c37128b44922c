import { type AgendasReport, verifyAgendas } from '../verify/agendas.ts';
import { type LogReport, verifyLog, VerifyRefused } from '../verify/log.ts';
import { beginning } from '@visita/platform/event-store/port';
import { createSeals } from '@visita/platform/event-store/seals';
import { type Comparison, compareWithReplay } from '@visita/projector/compare';
import { NotPossible } from '@visita/projector/rebuild';
import { BadRequest, defineOperation, type Run } from './frame.ts';
import { logProgress } from './progress.ts';
import { asOperator, type Operator } from './operator.ts';
import { adviceOn, tellAgendas, tellLog, tellReadModels } from './verify-text.ts';

const parts = ['log', 'agendas', 'read-models'] as const;
type Part = (typeof parts)[number];

const verifyHelp = `Usage: npm run --silent ops -- verify [log] [agendas] [read-models] [--from-seal] [--expect <position>:<hash>]

Checks the stored data: all parts, or the named ones. The product may be running or stopped.

  log          computes the hash chain over all events and compares it with the seals, which the product makes at least
               hourly; reports changed, removed and added events and missing positions; seals new events
  agendas      no professional has two bookings at once, each live booking holds its interval, and each held interval has
               a booking
  read-models  compares the rows in use with a replay of all events at the same position; reports differences by key

It prints the hash of the last event. Keep it where the database's owner cannot write, and pass it to --expect later: an
attacker who can change events can change seals too.

  --from-seal  trusts the log up to the newest seal, and hashes only later events
  --expect     a position and its hash, as printed before

The JSON answer is { ok, log, agendas, readModels }. Exits with 1 if something is wrong.
`;

export type Verification = {
  readonly log?: LogReport;
  readonly agendas?: AgendasReport;
  readonly readModels?: Comparison;
};

type VerifyRequest = {
  readonly parts: ReadonlySet<Part>;
  readonly fromSeal: boolean;
  readonly expected: { readonly position: string; readonly hash: string } | null;
};

/** Returns the position of the process that frees intervals. */
const freedUpTo = async ({ database }: Operator): Promise<string> => {
  const { rows } = await database.pool.query<{ position: string }>(
    `select position from command.checkpoints where name = 'keep-agenda'`,
  );
  return rows[0]?.position ?? beginning;
};

export const verify = async (
  operator: Operator,
  asked: VerifyRequest,
  progress: Run['progress'],
): Promise<Verification> => {
  const { store, stored, database, now } = operator;
  const showing = (what: Part) => (read: { position: string; head: string }) =>
    progress(logProgress(what, read));
  const { parts: wanted, fromSeal, expected } = asked;
  const seals = createSeals(database.pool, now);
  return {
    ...(wanted.has('log') && {
      log: await verifyLog({ stored, seals, fromSeal, expected, onProgress: showing('log') }),
    }),
    ...(wanted.has('agendas') && {
      agendas: await verifyAgendas({
        store,
        freedUpTo: await freedUpTo(operator),
        onProgress: showing('agendas'),
      }),
    }),
    ...(wanted.has('read-models') && {
      readModels: await compareWithReplay({ store, database, onProgress: showing('read-models') }),
    }),
  };
};

const partsOf = (named: readonly string[]): ReadonlySet<Part> => {
  const wrong = named.find((name) => !parts.some((part) => part === name));
  if (wrong !== undefined) throw new BadRequest(`There is no part ${wrong}. There are ${parts.join(', ')}.`);
  return new Set(named.length > 0 ? (named as Part[]) : parts);
};

const expectedOf = (text: string | undefined): VerifyRequest['expected'] => {
  if (text === undefined) return null;
  const [, position, hash] = /^(\S+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!position || !hash) throw new BadRequest('--expect takes what verify printed, <position>:<hash>.');
  return { position, hash };
};

export const countProblems = ({ log, agendas, readModels }: Verification): number =>
  (log?.problems.length ?? 0) + (agendas?.problems.length ?? 0) + (readModels?.differing ?? 0);

export const runVerify = defineOperation({
  help: verifyHelp,
  options: { 'from-seal': { type: 'boolean', default: false }, expect: { type: 'string' } },
  run: ({ values, positionals }, run) => {
    const asked = {
      parts: partsOf(positionals),
      fromSeal: values['from-seal'],
      expected: expectedOf(values.expect),
    };
    return asOperator(run, async (operator) => {
      try {
        const found = await verify(operator, asked, run.progress);
        const problems = countProblems(found);
        await operator.record({ operation: 'verify', targets: [...asked.parts], counts: { problems } });
        const lines = [
          ...(found.log ? tellLog(found.log) : []),
          ...(found.agendas ? tellAgendas(found.agendas) : []),
          ...(found.readModels ? tellReadModels(found.readModels) : []),
          ...adviceOn(found),
        ];
        const answer = { ok: problems === 0, ...found };
        return { answer, text: lines.join('\n'), code: problems === 0 ? 0 : 1 };
      } catch (error) {
        const expected = error instanceof NotPossible || error instanceof VerifyRefused;
        throw expected ? new BadRequest(error.message) : error;
      }
    });
  },
});
