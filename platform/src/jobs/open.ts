import type { Log } from '../logging/log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { openPostgresBackend, openRedisBackend } from './backends.ts';
import { createJobs } from './bullmq.ts';
import type { Jobs } from './port.ts';

/** Opens jobs in Redis if configured, otherwise in the database. */
export const openJobs = async (
  options: {
    redisUrl: string | null;
    databaseUrl: string;
    log: Log;
  } & Partial<Telemetry>,
): Promise<Jobs> => {
  const { redisUrl, databaseUrl, log, ...watched } = options;
  const backend = redisUrl
    ? openRedisBackend({ url: redisUrl, log })
    : await openPostgresBackend({ url: databaseUrl, log });
  return createJobs({ backend, log, ...watched });
};
