import { randomUUID } from 'node:crypto';
import { createClaims } from '@visita/command-service/claim/claims';
import { createDomain } from '@visita/command-service/domain';
import type { Foundation } from '@visita/platform/runtime/foundation';
import type { Guards } from '@visita/platform/runtime/guards';
import { openPage } from '@visita/query-service/pages/pages';
import type { Jobs } from '@visita/platform/jobs/port';
import { findInAllScopes } from '@visita/platform/vault/pseudonyms';
import type { FastifyInstance } from 'fastify';
import { createAudits } from '../audit/audits.ts';
import { openFinder } from '../audit/finder.ts';
import { createRecordOperation, operatorActor } from '../record.ts';
import { serveDesk } from './desk.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { readHealth } from './health.ts';
import { createSearch } from './search.ts';
import { createDeskSessions } from './session.ts';

export type DeskOptions = {
  readonly app: FastifyInstance;
  readonly guards: Pick<Guards, 'limiter'>;
  readonly jobs: Pick<Jobs, 'parked'>;
  /** Directory of the built web app. */
  readonly directory: string;
};

/** Serves the operators' desk on a foundation; returns false if no token is configured. */
export const openDesk = async (
  foundation: Foundation,
  { app, guards, jobs, directory }: DeskOptions,
): Promise<boolean> => {
  const { config, store, database, viewings, hash, now } = foundation;
  const tokens = config.operatorTokens;
  if (tokens === null) return false;
  const { pool } = database;
  const finder = openFinder(foundation);
  const send = await openPage(directory, 'operator.html');
  await serveDesk(app, {
    tokens,
    https: config.publicOrigin.startsWith('https:'),
    sessions: createDeskSessions({
      tokens,
      hours: config.sessionHours,
      now,
      ids: randomUUID,
      ended: createEndedSessions(pool, now),
    }),
    limiter: guards.limiter,
    viewings,
    audits: createAudits({ store, finder, pool, now }),
    search: createSearch({
      store,
      finder,
      claims: createClaims({ domain: createDomain(store), hash }),
      patients: (value) => findInAllScopes({ database, hash }, { kind: 'patient', value }),
    }),
    health: () => readHealth({ store, pool, jobs, now }),
    recording: (operator, correlationId) =>
      createRecordOperation({ store, now, cause: { correlationId, actor: operatorActor(operator) } }),
    page: (reply) => send(reply, { publicOrigin: config.publicOrigin }),
  });
  return true;
};
