import { parseArgs } from 'node:util';
import { readConfig } from '@visita/platform/config';
import { openJobs } from '@visita/platform/jobs/open';
import { type Jobs, payloadSchemas, type QueueName } from '@visita/platform/jobs/port';
import { createLogger } from '@visita/platform/logger';
import { openCore } from '../compose.ts';

const parkedHelp = `Usage: npm run --silent ops -- parked [--retry <id> | --retry-all] [--json]

Lists the mails and other jobs that failed too often and wait for an operator, the newest first: when they last failed,
how often they were tried, why, and their id. Nothing personal is shown. With --retry the job of that id is tried again,
with --retry-all every one. The product may be running or stopped; stopped, it tries them at its next start.
`;

const queues = Object.keys(payloadSchemas) as QueueName[];

type Write = (text: string) => void;

type Asked = { retry: string | undefined; retryAll: boolean; json?: boolean };

/** Lists parked jobs, or has them tried again. The exit code: 1 where there is no job of the id. */
export const listParked = async (
  jobs: Pick<Jobs, 'parked' | 'retry'>,
  { retry, retryAll, json = false }: Asked,
  write: Write,
): Promise<number> => {
  const tell = (answer: object, text: string) => write(json ? `${JSON.stringify(answer)}\n` : text);
  if (retry !== undefined) {
    const found = await Promise.all(queues.map((queue) => jobs.retry(queue, retry)));
    const retried = found.includes(true);
    tell({ retried }, retried ? `${retry} is tried again.\n` : `There is no parked job ${retry}.\n`);
    return retried ? 0 : 1;
  }
  const lists = await Promise.all(
    queues.map(async (queue) => (await jobs.parked(queue)).map((job) => ({ queue, ...job }))),
  );
  const parked = lists.flat();
  if (retryAll) for (const { queue, id } of parked) await jobs.retry(queue, id);
  const lines = parked.map(
    ({ queue, id, name, failedAt, attempts, reason }) =>
      `${failedAt}  ${queue} ${name}  ${attempts} attempts  ${reason}  ${id}\n`,
  );
  const again = retryAll && parked.length > 0 ? ', tried again' : '';
  tell({ parked, retried: again !== '' }, `${lines.join('')}${parked.length} parked${again}.\n`);
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
      json: { type: 'boolean', default: false },
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
    const asked = { retry: values.retry, retryAll: values['retry-all'], json: values.json };
    return await listParked(jobs, asked, (text) => void process.stdout.write(text));
  } finally {
    await jobs.close();
    await core.close();
  }
};
