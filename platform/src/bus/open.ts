import type { Config } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { createInProcessBus } from './in-process.ts';
import type { Bus } from './port.ts';

/** Opens NATS if configured (its client is loaded only then), otherwise the in-process bus. */
export const openBus = async ({ natsUrl }: Pick<Config, 'natsUrl'>, log: Log): Promise<Bus> => {
  if (!natsUrl) return createInProcessBus({ log });
  const { createNatsBus } = await import('./nats.ts');
  return createNatsBus({ url: natsUrl, log });
};
