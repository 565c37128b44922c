import { parseArgs } from 'node:util';
import { readConfig } from '@visita/platform/config';
import { openJobs } from '@visita/platform/jobs/open';
import { type Jobs, payloadSchemas, type QueueName } from '@visita/platform/jobs/port';
import { createLogger } from '@visita/platform/logger';
import { openCore } from '../compose.ts';

const parkedHelp = `Usage: npm run --silent ops -- parked [--retry <id> | --retry-all]

Lists the mails and other jobs that failed too often and wait for an operator, the newest first: when they last failed,
how often they were tried, why, and their id. Nothing personal is shown. With --retry the job of that id is tried again,
with --retry-all every one. The product may be running or stopped; stopped, it tries them at its next start.
`;

const queues = Object.keys(payloadSchemas) as QueueName[];

type Write = (text: string) => void;

/** Lists parked jobs, or has them tried again. The exit code: 1 where there is no job of the id. */
export const listParked = async (
  jobs: Pick<Jobs, 'parked' | 'retry'>,
  { retry, retryAll }: { retry: string | undefined; retryAll: boolean },
  write: Write,
): Promise<number> => {
  if (retry !== undefined) {
    const found = await Promise.all(queues.map((queue) => jobs.retry(queue, retry)));
    write(found.includes(true) ? `${retry} is tried again.\n` : `There is no parked job ${retry}.\n`);
    return found.includes(true) ? 0 : 1;
  }
  let count = 0;
  for (const queue of queues) {
    for (const { id, name, failedAt, attempts, reason } of await jobs.parked(queue)) {
      count += 1;
      if (retryAll) await jobs.retry(queue, id);
      write(`${failedAt}  ${queue} ${name}  ${attempts} attempts  ${reason}  ${id}\n`);
    }
  }
  write(`${count} parked${retryAll && count > 0 ? ', tried again' : ''}.\n`);
  return 0;
};

/** `ops parked`: the exit code. */
export const runParked = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      retry: { type: 'string' },
      'retry-all': { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(parkedHelp);
    return 0;
  }
  const log = createLogger({ name: 'ops', level: 'warn' });
  const config = readConfig(process.env);
  const core = await openCore(config, log, { attach: true });
  const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: core.database.url, log });
  try {
    const asked = { retry: values.retry, retryAll: values['retry-all'] };
    return await listParked(jobs, asked, (text) => void process.stdout.write(text));
  } finally {
    await jobs.close();
    await core.close();
  }
};
