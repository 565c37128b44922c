import { DiscardPolicy, type NatsConnection, nanos, RetentionPolicy, StorageType } from 'nats';

/** The one subject of a stream: consumers of NATS 2.9 filter by one only. */
export const subjectOf = (stream: string): string => `${stream}.notices`;

const hour = 3_600_000;
const maximumBytes = 256 * 1024 * 1024;

/** Makes the stream of notices, or brings its settings up to date. Notices older than an hour tell nobody anything. */
export const ensureStream = async (connection: NatsConnection, name: string): Promise<void> => {
  const manager = await connection.jetstreamManager();
  const settings = {
    subjects: [subjectOf(name)],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(hour),
    max_bytes: maximumBytes,
    duplicate_window: nanos(120_000),
  };
  try {
    await manager.streams.add({ name, storage: StorageType.File, ...settings });
  } catch (error) {
    if (!isInUse(error)) throw error;
    await manager.streams.update(name, settings);
  }
};

const streamNameInUse = 10_058;

const isInUse = (error: unknown): boolean =>
  error instanceof Error &&
  'api_error' in error &&
  (error.api_error as { err_code?: number }).err_code === streamNameInUse;
