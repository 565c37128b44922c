import { createOutbox } from '@visita/notifier/outbox';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { type Jobs, type ParkedJob, type QueueName, queueNames } from '@visita/platform/jobs/port';
import { openJobs } from '@visita/platform/jobs/open';
import type { RecordOperation } from '../record.ts';
import { type Answer, BadRequest, defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';

const parkedHelp = `Usage: npm run --silent ops -- parked [list]
       npm run --silent ops -- parked show <id>
       npm run --silent ops -- parked retry <id>… | --all
       npm run --silent ops -- parked drop <id>… | --all --yes

Lists mails and other jobs that failed too often and wait for an operator, newest first: last failure, number of attempts,
reason and id. \`show\` adds the job's content, as ids; no personal data is shown. \`retry\` queues it again, \`drop\` deletes
it, so that it is never done. The product may be running or stopped; a stopped one retries at its next start.

  --all  every parked job
  --yes  required with drop --all, which cannot be undone

The JSON answers are { parked }, { job }, { retried } and { dropped }, the last two as ids.
`;

type Parked = ParkedJob & { readonly queue: QueueName };
type Desk = {
  readonly jobs: Pick<Jobs, 'parked' | 'retry' | 'remove'>;
  readonly record: RecordOperation;
};
type TakingBack = { jobs: Jobs; pool: Database['pool']; log: Log; now: () => Date };
type ParkedRequest = { readonly ids: readonly string[]; readonly all: boolean };

const allParked = async ({ jobs }: Desk): Promise<Parked[]> => {
  const lists = await Promise.all(
    queueNames.map(async (queue) => (await jobs.parked(queue)).map((job) => ({ queue, ...job }))),
  );
  return lists.flat().toSorted((one, other) => other.failedAt.localeCompare(one.failedAt));
};

const lineOf = ({ queue, id, name, failedAt, attempts, reason }: Parked): string =>
  `${failedAt}  ${queue} ${name}  ${attempts} attempts  ${reason}  ${id}`;

const chosen = (parked: readonly Parked[], { ids, all }: ParkedRequest): readonly Parked[] => {
  if (all) return parked;
  if (ids.length === 0) throw new BadRequest('Give ids, or --all.');
  return ids.map((id) => {
    const job = parked.find((one) => one.id === id);
    if (!job) throw new BadRequest(`There is no parked job ${id}.`);
    return job;
  });
};

export const listParked = async (desk: Desk): Promise<Answer> => {
  const parked = await allParked(desk);
  const answer = { parked: parked.map(({ payload: _payload, ...job }) => job) };
  return { answer, text: [...parked.map(lineOf), `${parked.length} parked.`].join('\n') };
};

export const showParked = async (desk: Desk, ids: readonly string[]): Promise<Answer> => {
  const [job] = chosen(await allParked(desk), { ids: ids.slice(0, 1), all: false });
  return { answer: { job }, text: `${lineOf(job!)}\n${JSON.stringify(job!.payload, null, 2)}` };
};

/** Returns jobs whose removal also drops them from the outbox, which would queue them again. */
export const takingBack = async ({ jobs, pool, log, now }: TakingBack): Promise<Desk['jobs']> => {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('notifier.outbox') is not null as there`,
  );
  // The database of an older release has no outbox before its first start.
  return rows[0]?.there ? { ...jobs, remove: createOutbox({ jobs, pool, log, now }).remove } : jobs;
};

/** BullMQ accepts any text as id; the audit keeps only characters that reveal no personal data. */
const recordable = (jobs: readonly Parked[]): string[] =>
  jobs.map(({ id }) => id.replaceAll(/[^\w.-]/g, '_').slice(0, 100)).slice(0, 1_000);

export const settleParked = async (
  desk: Desk,
  what: 'retry' | 'drop',
  asked: ParkedRequest,
): Promise<Answer> => {
  const jobs = chosen(await allParked(desk), asked);
  for (const { queue, id } of jobs) await desk.jobs[what === 'retry' ? 'retry' : 'remove'](queue, id);
  if (jobs.length > 0) {
    const counts = { jobs: jobs.length };
    await desk.record({ operation: `parked ${what}`, targets: recordable(jobs), counts });
  }
  const ids = jobs.map(({ id }) => id);
  return what === 'retry'
    ? { answer: { retried: ids }, text: `${ids.length} tried again.` }
    : { answer: { dropped: ids }, text: `${ids.length} dropped.` };
};

export const runParked = defineOperation({
  help: parkedHelp,
  options: { all: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  run: ({ values: { all, yes }, positionals: [what = 'list', ...ids] }, run) =>
    asOperator(run, async ({ config, database, log, record }) => {
      if (what === 'drop' && all && !yes) throw new BadRequest('Add --yes to drop every parked job.');
      const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log });
      try {
        const desk = {
          jobs: await takingBack({ jobs, pool: database.pool, log, now: () => new Date() }),
          record,
        };
        if (what === 'list') return await listParked(desk);
        if (what === 'show') return await showParked(desk, ids);
        if (what === 'retry' || what === 'drop') return await settleParked(desk, what, { ids, all });
        throw new BadRequest(parkedHelp);
      } finally {
        await jobs.close();
      }
    }),
});
