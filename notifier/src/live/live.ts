import type { FastifyInstance } from 'fastify';
import { createZones } from '@visita/contracts/availability/zones';
import { networkOf } from '@visita/platform/auth/network';
import type { Sessions } from '@visita/platform/auth/sessions';
import type { Bus } from '@visita/platform/bus/port';
import type { Config } from '@visita/platform/config/config';
import { createClientAddress } from '@visita/platform/http/client-address';
import { createTagHost } from '@visita/platform/http/tag-frame';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { noMetrics } from '@visita/platform/telemetry/metrics';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import { untraced } from '@visita/platform/telemetry/tracer';
import { createAnnouncer } from './announcer.ts';
import { createLiveSockets } from './sockets.ts';
import { createLiveReads } from './reads.ts';
import { usualLimits } from './socket-counts.ts';
import { createTeams } from './teams.ts';

export type LiveDeps = {
  config: Pick<Config, 'publicOrigin' | 'trustProxy'> & Partial<Pick<Config, 'tagOrigin'>>;
  strict: boolean;
  /** HTTP server that the websocket shares; not listening yet. */
  app: FastifyInstance;
  database: Pick<Database, 'pool'>;
  store: EventStore;
  bus: Pick<Bus, 'subscribe'>;
  sessions: Pick<Sessions, 'authenticate'>;
  log: Log;
  newId: () => string;
} & Partial<Telemetry>;

/** Starts the sockets and their messages. Each process receives every notice, for its own sockets. */
export const startLive = (deps: LiveDeps): { stop(): Promise<void> } => {
  const addressOf = createClientAddress(deps.config.trustProxy);
  const { app, config, database, sessions, store, bus, log, newId } = deps;
  const { metrics = noMetrics, tracer = untraced } = deps;
  const sockets = createLiveSockets({
    httpServer: app.server,
    publicOrigin: config.publicOrigin,
    // The check does not count as use of the session, because the user of an open page may have
    // left.
    authenticate: async (token) => {
      const session = await sessions.authenticate(token, { watched: true });
      return session?.factorAsked ? null : session;
    },
    teams: createTeams(store),
    log,
    metrics,
    limits: deps.strict ? usualLimits : undefined,
    networkOf: (request) => networkOf(addressOf(request)),
    isElsewhere: createTagHost(config),
  });
  const reads = createLiveReads({ pool: database.pool, store, zones: createZones() });
  const { announce } = createAnnouncer({ sockets, reads, tracer });
  const notices = bus.subscribe(`live-${newId()}`, announce, sockets.refresh);
  return {
    stop: async () => {
      await notices.stop();
      await sockets.close();
    },
  };
};
