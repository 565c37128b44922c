import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { createLogOutput } from './log-output.ts';

/** Standard output, shared by all loggers of the process. */
export const logOutput = createLogOutput(process.stdout);

const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'body',
  'password',
  'token',
  'access_token',
  'email',
]);
const deepest = 4;

/**
 * Removes secrets. Replaces pino's `redact`, which processes all its paths again for the child logger of each
 * request.
 */
const hideSecrets = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretNames.has(name.toLowerCase()) ? '[hidden]' : hideWithin(value, depth + 1),
    ]),
  );

const hideWithin = (value: unknown, depth: number): unknown => {
  // Errors have their own serializer; other classes define how they are written.
  const plain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!plain && !Array.isArray(value)) return value;
  if (depth === deepest) return '[deep]';
  return Array.isArray(value) ? value.map((item) => hideWithin(item, depth + 1)) : hideSecrets(value, depth);
};

/**
 * Returns the loggable part of an error. Messages of the database may contain values of a row, so only code, table
 * and constraint remain of them.
 */
export const describeError = (error: unknown, depth = 0): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error object' };
  const { code, severity, table, constraint } = error as Error & Record<string, unknown>;
  const fromDatabase = typeof severity === 'string';
  const frames = error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '';
  return {
    type: error.name,
    message: fromDatabase ? 'the database refused' : error.message,
    stack: frames,
    ...(code === undefined ? {} : { code }),
    ...(fromDatabase ? { table, constraint } : {}),
    // Causes may be circular, and a failure to write the line would hide the error.
    ...(error.cause === undefined || depth === deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
};

/** Pino's default modifies the fields, which would add them to the next line. */
const beside = (line: object, fields: object): object => ({ ...fields, ...line });

/** Renames a `name` field: each line has the process's name, and some readers drop duplicate keys. */
const withoutOwnName = (fields: Record<string, unknown>): Record<string, unknown> => {
  const { name: part, ...others } = fields;
  return part === undefined ? fields : { part, ...others };
};

export type LoggerOptions = {
  level: Level | 'silent';
  /** Written as `name` in every line. */
  name: string;
  /** Standard output by default. */
  destination?: DestinationStream;
  /** Returns the fields of the current work for each line: ids only. */
  fields?: () => object;
};

/**
 * Creates the process's logger: one JSON object per line, ISO 8601 times, without credentials, bodies and addresses.
 * Fields of a `child` (requests, jobs) are written as they are: ids only.
 */
export const createLogger = ({ level, name, destination, fields }: LoggerOptions): Logger =>
  pino(
    {
      level,
      name,
      base: {},
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => hideSecrets(withoutOwnName(fields)),
      },
      serializers: { err: (error) => describeError(error), error: (error) => describeError(error) },
      ...(fields ? { mixin: fields, mixinMergeStrategy: beside } : {}),
    },
    destination ?? logOutput,
  );
