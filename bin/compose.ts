import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { eventDefinitions } from '@visita/contracts/events';
import { commandMigrations } from '@visita/command-service/migrations';
import { type CommandService, createCommandService } from '@visita/command-service/service';
import { createAuthenticate } from '@visita/platform/auth/authenticate';
import { type AccountTokens, createAccountTokens } from '@visita/platform/auth/account-token';
import { type BookingTokens, createBookingTokens } from '@visita/platform/auth/booking-token';
import { createCredentials } from '@visita/platform/auth/credentials';
import { authMigrations } from '@visita/platform/auth/migrations';
import { createPasswords } from '@visita/platform/auth/passwords';
import { createSessions, type Sessions } from '@visita/platform/auth/sessions';
import { type Calendar, openCalendar } from '@visita/platform/calendar/calendar';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import type { Config } from '@visita/platform/config';
import { attachEmbeddedPostgres } from '@visita/platform/database/attach';
import { connectDatabase, type Database } from '@visita/platform/database/connect';
import { startEmbeddedPostgres } from '@visita/platform/database/embedded';
import { migrate } from '@visita/platform/database/migrate';
import type { EventStore } from '@visita/platform/event-store/port';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import type { Authenticate } from '@visita/platform/http/authenticate';
import { createKeyedHash } from '@visita/platform/vault/hash';
import { createPseudonyms } from '@visita/platform/vault/pseudonyms';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { loadSecrets, type Secrets } from '@visita/platform/vault/secrets';
import { createVault, vaultMigrations } from '@visita/platform/vault/vault';

/** What every composition stands on. */
export type Core = {
  readonly database: Database;
  /** With personal data encrypted at rest. */
  readonly store: EventStore;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly bookingTokens: BookingTokens;
  readonly accountTokens: AccountTokens;
  readonly authenticate: Authenticate;
  readonly calendar: Calendar;
  readonly commands: CommandService;
  readonly now: () => Date;
  close(): Promise<void>;
};

type Opened = { url: string; stop(): Promise<void> };

const attachAttempts = 20;

/**
 * The configured database, or the embedded one. With `attach`, the embedded one of a product that is running already
 * is shared rather than refused.
 */
const openDatabase = async (config: Config, log: Logger, attach: boolean): Promise<Opened> => {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  const directory = join(config.varDirectory, 'postgres');
  for (let attempt = 1; ; attempt += 1) {
    const running = attach ? await attachEmbeddedPostgres(directory) : null;
    if (running) return { url: running, stop: async () => {} };
    try {
      return await startEmbeddedPostgres({ directory, log });
    } catch (error) {
      // A product that is just starting holds the directory before its database answers.
      if (!attach || attempt === attachAttempts) throw error;
      await delay(500);
    }
  }
};

/** Builds everything up to the command service on a database that is there. */
export const composeCore = async (
  { config, log, url }: { config: Config; log: Logger; url: string },
  now: () => Date = () => new Date(),
): Promise<Core> => {
  const database = connectDatabase({ url, log, poolSize: config.databasePoolSize });
  const secrets = await loadSecrets(config);
  const events = createPostgresEventStore({ database, log });
  await events.ensureSchema();
  await migrate(database.knex, 'vault', vaultMigrations);
  await migrate(database.knex, 'auth', authMigrations);
  await migrate(database.knex, 'command', commandMigrations);
  await migrate(database.knex, calendarSchema, calendarMigrations);
  const vault = createVault({ database, wrapKey: secrets.wrapping, clock: now });
  const store = withPersonalData(events, vault, eventDefinitions);
  const { signing, hashing, sealing, tokens } = secrets;
  const sessions = createSessions({
    database,
    signingKey: signing,
    clock: now,
    ids: randomUUID,
    hours: config.sessionHours,
  });
  const hash = createKeyedHash(hashing);
  const passwords = createPasswords({ parallel: availableParallelism() });
  const bookingTokens = createBookingTokens(tokens);
  const accountTokens = createAccountTokens(tokens);
  const calendar = await openCalendar({ config, database, key: secrets.calendar, now });
  const commands = createCommandService({
    store,
    vault,
    database,
    log,
    now,
    sessions,
    accountTokens,
    bookingTokens,
    credentials: createCredentials({ database, passwords, clock: now }),
    hash,
    pseudonyms: createPseudonyms({ database, hash, newId: randomUUID }),
    sealingKey: sealing,
    calendar,
    publicOrigin: config.publicOrigin,
    holdMinutes: config.holdMinutes,
    holdsPerPatient: config.holdsPerPatient,
  });
  return {
    database,
    store,
    secrets,
    sessions,
    bookingTokens,
    accountTokens,
    authenticate: createAuthenticate({ sessions, bookingTokens, accountTokens }),
    calendar,
    commands,
    now,
    close: async () => {
      await events.close();
      await database.close();
    },
  };
};

/** Opens the database and builds the core on it; `close` ends what was opened. */
export const openCore = async (
  config: Config,
  log: Logger,
  { attach, now }: { attach: boolean; now?: () => Date },
): Promise<Core> => {
  const opened = await openDatabase(config, log, attach);
  const core = await composeCore({ config, log, url: opened.url }, now).catch(async (error: unknown) => {
    await opened.stop();
    throw error;
  });
  return {
    ...core,
    close: async () => {
      await core.close();
      await opened.stop();
    },
  };
};
