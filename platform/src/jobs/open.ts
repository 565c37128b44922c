import type { Log } from '../database/connect.ts';
import { openPostgresBackend, openRedisBackend } from './backends.ts';
import { createJobs } from './bullmq.ts';
import type { Jobs } from './port.ts';

/** Jobs in Redis where one is configured, else in the database. */
export const openJobs = async (options: {
  redisUrl: string | null;
  databaseUrl: string;
  log: Log;
}): Promise<Jobs> => {
  const { redisUrl, databaseUrl, log } = options;
  const backend = redisUrl
    ? openRedisBackend({ url: redisUrl, log })
    : await openPostgresBackend({ url: databaseUrl, log });
  return createJobs({ backend, log });
};
