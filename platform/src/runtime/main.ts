import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { settingNames } from '../config/environment.ts';
import { misspeltNames } from '../config/misspelt.ts';
import type { Use } from '../config/production.ts';
import { logOutput } from '../logging/logger.ts';
import { openTelemetry, type OpenTelemetry, type Telemetry } from '../telemetry/telemetry.ts';

export type StartContext = { readonly config: Config; readonly log: Logger; readonly telemetry: Telemetry };

export type Running = { stop(): Promise<unknown> };

type MainOptions = {
  /** Name of the process in its log. */
  name: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Features of this process for which production requires settings; none by default. */
  uses?: readonly Use[];
  /** Runs before the configuration is read, for files that it needs. */
  prepare?: () => Promise<void>;
  start: (context: StartContext) => Promise<Running>;
  /** Lines for standard output when the process is running. */
  ready: (config: Config) => readonly string[];
};

/** Ms after which a shutdown is aborted. */
const patience = 30_000;
/** Ms to write the last log lines if nothing reads them. */
const logPatience = 1_000;

/** Runs a process: reads the configuration, starts, reports, and stops in order on SIGINT, SIGTERM or SIGHUP. */
export const runMain = async ({ name, env, uses, prepare, start, ready }: MainOptions): Promise<void> => {
  let config: Config | null = null;
  try {
    await prepare?.();
    for (const [name, setting] of misspeltNames(env, settingNames))
      process.stderr.write(`${name} is unknown and ignored: did you mean ${setting}?\n`);
    config = readConfig(env, uses);
    await requirePort(config);
    const telemetry = await openTelemetry({ name, config });
    const { log } = telemetry;
    const stopped = stopSignal(log);
    const running = await start({ config, log, telemetry });
    for (const line of ready(config)) process.stdout.write(`${line}\n`);
    void stopped.then(() => {
      // After their connection is closed, clients may reject unobserved promises, which must not
      // cut off running requests.
      process.on('unhandledRejection', (error) =>
        log.error({ err: error }, 'unhandled rejection while stopping'),
      );
      return stop(running, telemetry);
    });
  } catch (error) {
    process.stderr.write(`Visita cannot start. ${explain(error, config)}\n`);
    process.exit(1);
  }
};

/**
 * Resolves at the first signal; ignores later ones. Listens before the start, so that a process
 * that is stopped while starting leaves no database running.
 */
const stopSignal = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        log.info({ signal }, 'stopping');
        setTimeout(() => process.exit(1), patience).unref();
        resolve();
      });
    }
  });

const stop = async (running: Running, { log, close }: OpenTelemetry): Promise<void> => {
  try {
    await running.stop();
    await close();
    await logOutput.settled(logPatience);
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'did not stop cleanly');
    await logOutput.settled(logPatience);
    process.exit(1);
  }
};

/** Checks the port before anything else starts, so that a port in use is reported at once. */
const requirePort = async ({ host, port }: Config): Promise<void> => {
  const probe = createServer();
  probe.listen(port, host);
  await Promise.race([
    once(probe, 'listening'),
    once(probe, 'error').then(([error]) => {
      throw error;
    }),
  ]);
  probe.close();
  await once(probe, 'close');
};

const explain = (error: unknown, config: Config | null): string => {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const next = (config?.port ?? 3000) + 1;
    return `Port ${config?.port} is taken. Stop what uses it, or choose another one: PORT=${next} npm start`;
  }
  if (code === 'EACCES' && config) return `Port ${config.port} is not allowed here. Choose one from 1024 on.`;
  return error.message;
};
