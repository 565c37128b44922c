import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig } from '@visita/platform/config';
import { createLogger } from '@visita/platform/logger';
import { startProduct } from './product.ts';

const webDirectory = fileURLToPath(new URL('../web/dist', import.meta.url));
/** A stop that hangs ends by itself, in milliseconds. */
const patience = 30_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Looks before anything is started, so that a taken port costs no database start and says so plainly. */
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

let config: Config | null = null;
try {
  config = readConfig(process.env);
  await requirePort(config);
  const log = createLogger({ name: 'visita', level: config.logLevel });
  const product = await startProduct({ config, log, webDirectory });
  say(`Visita is ready at ${config.publicOrigin}`);
  if (!config.smtpUrl && config.environment !== 'production') say(`Mails: ${config.publicOrigin}/dev/mail`);

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), patience).unref();
    try {
      await product.stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
} catch (error) {
  process.stderr.write(`Visita cannot start. ${explain(error, config)}\n`);
  process.exit(1);
}
