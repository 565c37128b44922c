import { isDeepStrictEqual } from 'node:util';
import { DiscardPolicy, type NatsConnection, NatsError, nanos, RetentionPolicy, StorageType } from 'nats';

/** Returns the only subject of a stream: consumers of NATS 2.9 can filter by one subject only. */
export const subjectOf = (stream: string): string => `${stream}.notices`;

const hour = 3_600_000;
const maximumBytes = 256 * 1024 * 1024;

/**
 * Creates the stream of notices, or updates its settings. Notices older than an hour are useless. Reads the stream
 * first: servers do not answer concurrent calls that create or change one stream.
 */
export const ensureStream = async (connection: NatsConnection, name: string): Promise<void> => {
  const { streams } = await connection.jetstreamManager();
  const settings = {
    subjects: [subjectOf(name)],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_age: nanos(hour),
    max_bytes: maximumBytes,
    duplicate_window: nanos(120_000),
  };
  const made =
    (await streams.info(name).catch(nullIf(streamNotFound))) ??
    (await streams.add({ name, storage: StorageType.File, ...settings }).catch(nullIf(streamNameInUse)));
  // Another process created it meanwhile.
  if (!made) return ensureStream(connection, name);
  if (!isDeepStrictEqual({ ...made.config, ...settings }, made.config)) await streams.update(name, settings);
};

/** Error codes of the server. */
const streamNameInUse = 10_058;
const streamNotFound = 10_059;

/** Returns null for an error with this code. */
const nullIf =
  (code: number) =>
  (error: unknown): null => {
    if (apiCodeOf(error) === code) return null;
    throw error;
  };

const apiCodeOf = (error: unknown): number | undefined =>
  error instanceof NatsError ? error.api_error?.err_code : undefined;
