import { openJobs } from '@visita/platform/jobs/open';
import { type JobCounts, type Jobs, type QueueName, queueNames } from '@visita/platform/jobs/port';
import { BadRequest, defineOperation } from './frame.ts';
import { asOperator } from './operator.ts';

const jobsHelp = `Usage: npm run --silent ops -- jobs [queue]

Counts the jobs of each queue: waiting, delayed, active, and parked for an operator (ops parked); and tells since when the
oldest waiting job has been ready. Queues: ${queueNames.join(', ')}.

The JSON answer is { queues: [{ queue, waiting, delayed, active, parked, oldest }] }.
`;

/** Counts the jobs of the given queues; all by default. */
export const countJobs = (
  jobs: Pick<Jobs, 'counts'>,
  queues: readonly QueueName[] = queueNames,
): Promise<(JobCounts & { queue: QueueName })[]> =>
  Promise.all(queues.map(async (queue) => ({ queue, ...(await jobs.counts(queue)) })));

const isQueue = (name: string): name is QueueName => queueNames.some((known) => known === name);

export const runJobs = defineOperation({
  help: jobsHelp,
  options: {},
  run: ({ positionals: [name] }, run) => {
    if (name !== undefined && !isQueue(name)) {
      throw new BadRequest(`There is no queue ${name}. There are ${queueNames.join(', ')}.`);
    }
    return asOperator(run, async ({ config, database, log }) => {
      const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log });
      try {
        const queues = await countJobs(jobs, name === undefined ? queueNames : [name]);
        const lines = queues.map(
          ({ queue, waiting, delayed, active, parked, oldest }) =>
            `${queue}: ${waiting} waiting${oldest === null ? '' : ` since ${oldest}`}, ${delayed} delayed, ` +
            `${active} active, ${parked} parked`,
        );
        return { answer: { queues }, text: lines.join('\n') };
      } finally {
        await jobs.close();
      }
    });
  },
});
