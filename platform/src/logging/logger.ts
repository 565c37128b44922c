import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { createLogOutput } from './log-output.ts';

/** Standard output, for all loggers of the process. */
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
 * Hides what no log may hold. Done here and not by pino's `redact`, which works through all its paths again whenever
 * a request gets its child.
 */
const hideSecrets = (fields: object, depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretNames.has(name.toLowerCase()) ? '[hidden]' : hideWithin(value, depth + 1),
    ]),
  );

const hideWithin = (value: unknown, depth: number): unknown => {
  // Errors have a serializer of their own; other classes write themselves.
  const plain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!plain && !Array.isArray(value)) return value;
  if (depth === deepest) return '[deep]';
  return Array.isArray(value) ? value.map((item) => hideWithin(item, depth + 1)) : hideSecrets(value, depth);
};

/**
 * What may be logged of an error. Messages of the database can quote the values of a row, so of those only the code,
 * table and constraint remain.
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
    // Causes may go round in a circle, and a line that cannot be written would hide a failure.
    ...(error.cause === undefined || depth === deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
};

/** Pino's own writes what a line says into the fields, where the next line would find it. */
const beside = (line: object, fields: object): object => ({ ...fields, ...line });

/** The process's name stands in each line already: a second key of that name hides it from some readers. */
const withoutOwnName = (fields: Record<string, unknown>): Record<string, unknown> => {
  const { name: part, ...others } = fields;
  return part === undefined ? fields : { part, ...others };
};

/** What a logger is made of. */
export type LoggerOptions = {
  level: Level | 'silent';
  /** Stands in every line as `name`. */
  name: string;
  /** Standard output by default. */
  destination?: DestinationStream;
  /** Fields of the work in hand, for each line: ids only. */
  fields?: () => object;
};

/**
 * The process's logger: one JSON object a line, times in ISO 8601, without credentials, bodies and addresses.
 * Requests and jobs log through its `child`, whose own fields are written as they are: give it ids only.
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
