import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { createInProcessBus } from './in-process.ts';
import { createNatsBus } from './nats.ts';
import type { Bus } from './port.ts';

/** NATS where it is configured, else the bus of one process. */
export const openBus = ({ natsUrl }: Pick<Config, 'natsUrl'>, log: Log): Bus =>
  natsUrl ? createNatsBus({ url: natsUrl, log }) : createInProcessBus({ log });
