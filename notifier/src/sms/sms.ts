import { join } from 'node:path';
import { linksLast } from '@visita/contracts/booking/links';
import type { Config } from '@visita/platform/config/config';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Log } from '@visita/platform/logging/log';
import type { Messaging } from '@visita/platform/messages/messaging';
import type { Database } from '@visita/platform/postgres/connect';
import type { Poller } from '@visita/platform/runtime/poller';
import type { Metrics } from '@visita/platform/telemetry/metrics';
import { createTextSending, type TextSending } from './allowance.ts';
import { createTextCompose } from './compose.ts';
import { createTellUsedUp } from './used-up.ts';
import { createFileGateway } from './file-gateway.ts';
import { createTextReads } from './reads.ts';
import { createTextPoller } from './worker.ts';

type Deps = {
  config: Pick<Config, 'publicOrigin' | 'varDirectory'>;
  database: Pick<Database, 'pool'>;
  store: EventStore;
  messaging: Messaging;
  log: Log;
  now: () => Date;
  metrics?: Pick<Metrics, 'texted'>;
};

type Texts = {
  readonly sending: TextSending;
  readonly poller: Poller;
  /** Deletes the texts of a person, their files and links, and the credentials of a pro. */
  forget(subject: string): Promise<void>;
};

/** Creates what planned messages need for texts, the poller that sends them, and their deletion. */
export const createTexts = (deps: Deps): Texts => {
  const { config, database, messaging, log, now } = deps;
  const reads = createTextReads(database);
  const { publicOrigin, varDirectory } = config;
  const files = createFileGateway(join(varDirectory, 'mail'), now);
  return {
    sending: createTextSending({
      messaging,
      reads,
      purposes: new Set(['reminder', 'offer', 'recall']),
      tellUsedUp: createTellUsedUp(deps),
      log,
    }),
    poller: createTextPoller({
      ...deps,
      compose: createTextCompose({ reads, messaging, publicOrigin, linksLast, now }),
      senderOf: async (proId) => (await reads.settings(proId)).sender,
      files,
    }),
    forget: async (subject) => {
      await files.forget(await messaging.textsOf(subject));
      await messaging.forget(subject);
    },
  };
};
