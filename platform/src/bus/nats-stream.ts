import { isDeepStrictEqual } from 'node:util';
import { DiscardPolicy, type NatsConnection, NatsError, nanos, RetentionPolicy, StorageType } from 'nats';

/** The one subject of a stream: consumers of NATS 2.9 filter by one only. */
export const subjectOf = (stream: string): string => `${stream}.notices`;

const hour = 3_600_000;
const maximumBytes = 256 * 1024 * 1024;

/**
 * Makes the stream of notices, or brings its settings up to date. Notices older than an hour tell nobody anything. It is
 * asked for first: servers leave calls unanswered that make or change one stream at the same moment.
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
  // Somebody else made it meanwhile.
  if (!made) return ensureStream(connection, name);
  if (!isDeepStrictEqual({ ...made.config, ...settings }, made.config)) await streams.update(name, settings);
};

/** Codes of the server's errors. */
const streamNameInUse = 10_058;
const streamNotFound = 10_059;

/** Nothing in place of an error of this code. */
const nullIf =
  (code: number) =>
  (error: unknown): null => {
    if (apiCodeOf(error) === code) return null;
    throw error;
  };

const apiCodeOf = (error: unknown): number | undefined =>
  error instanceof NatsError ? error.api_error?.err_code : undefined;
