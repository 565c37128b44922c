import { userInfo } from 'node:os';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { operationReason } from '@visita/contracts/operator/events';
import { readConfig, type Config } from '@visita/platform/config/config';
import { createLogger } from '@visita/platform/logging/logger';
import { WrongMasterKey } from '@visita/platform/vault/key-cache';
import type { Logger } from 'pino';
import { createProgress, type ShowProgress } from './progress.ts';

/** The request is invalid or its object does not exist; the message says what to do. */
export class BadRequest extends Error {}

/** Options of every operation. */
const commonOptions = {
  help: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  operator: { type: 'string' },
  reason: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

const commonHelp = `
Options of every operation:
  --json             answers as one JSON document
  --operator <name>  your name, for the audit; by default the operating system's user
  --reason <text>    the reason, for the audit: a ticket number, not personal data
  --help             prints this text
`;

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** Operator, reason and progress of a run. */
export type Run = {
  readonly config: Config;
  /** Command line arguments and environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly operator: string;
  readonly reason: string | null;
  readonly progress: ShowProgress;
};

/**
 * The operating system's user, read at the start: root may switch to the owner of the data before the
 * operation runs.
 */
const startedBy = userInfo().username;

/** Result of an operation: as JSON, and as text. */
export type Answer = { readonly answer: unknown; readonly text: string; readonly code?: number };

export type OperationDefinition<Options extends ParseArgsOptionsConfig> = {
  /** Usage and explanation; the common options are added. */
  readonly help: string;
  readonly options: Options;
  /** Returns the answer, or null if it wrote to standard output itself. */
  readonly run: (asked: Parsed<Options>, run: Run) => Promise<Answer | null>;
};

export const secondsOf = (option: string, text: string): number => {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (!(seconds >= 0 && seconds <= 3600)) throw new BadRequest(`${option} takes seconds, from 0 to 3600.`);
  return seconds;
};

const reasonOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const reason = operationReason.safeParse(text);
  if (!reason.success) throw new BadRequest(`--reason: ${reason.error.issues[0]?.message}.`);
  return reason.data;
};

/** Wraps an operation with options, output and exit code (2 for wrong usage). */
export const defineOperation =
  <Options extends ParseArgsOptionsConfig>({ help, options, run }: OperationDefinition<Options>) =>
  async (args: string[], environment: NodeJS.ProcessEnv): Promise<number> => {
    const parsed = parseArgs({ args, allowPositionals: true, options: { ...commonOptions, ...options } });
    const common = parsed.values as Parsed<typeof commonOptions>['values'];
    if (common.help) {
      process.stdout.write(`${help}${commonHelp}`);
      return 0;
    }
    try {
      const outcome = await run(parsed, {
        // The configuration is read on demand, because not every operation needs valid settings.
        get config() {
          return readConfig(environment);
        },
        environment,
        // Standard output is reserved for the answer.
        log: createLogger({ name: 'ops', level: 'warn', destination: process.stderr }),
        operator: common.operator ?? startedBy,
        reason: reasonOf(common.reason),
        progress: createProgress((text) => void process.stderr.write(text)),
      });
      if (outcome === null) return 0;
      process.stdout.write(`${common.json ? JSON.stringify(outcome.answer) : outcome.text}\n`);
      return outcome.code ?? 0;
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof WrongMasterKey)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 2;
    }
  };
