import type { Config } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { createInProcessBus } from './in-process.ts';
import type { Bus } from './port.ts';

/** NATS, whose client is loaded only where it is configured, else the bus of one process. */
export const openBus = async ({ natsUrl }: Pick<Config, 'natsUrl'>, log: Log): Promise<Bus> => {
  if (!natsUrl) return createInProcessBus({ log });
  const { createNatsBus } = await import('./nats.ts');
  return createNatsBus({ url: natsUrl, log });
};
