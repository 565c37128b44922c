import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { eventDefinitions } from '@visita/contracts/events';
import { type AccountTokens, createAccountTokens } from '../auth/account-token.ts';
import { createAuthenticate } from '../auth/authenticate.ts';
import { type BookingTokens, createBookingTokens } from '../auth/booking-token.ts';
import { type KnownBrowsers, createKnownBrowsers } from '../auth/known-browsers.ts';
import { createChallenges } from '../auth/challenges.ts';
import { createFactors, type Factors } from '../auth/factors.ts';
import { createPasskeys } from '../auth/passkeys.ts';
import { createRecoveryCodes } from '../auth/recovery-codes.ts';
import { createLoginFailures, type LoginFailures } from '../auth/login-failures.ts';
import { createCredentials, type Credentials } from '../auth/credentials.ts';
import { authMigrations } from '../auth/migrations.ts';
import { createHoldCodes, type HoldCodes } from '../auth/hold-code.ts';
import { createSignUps, type SignUps } from '../auth/sign-ups.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createSessionEnds } from '../auth/session-ends.ts';
import { createSessions, type Sessions } from '../auth/sessions.ts';
import { type Calendar, openCalendar } from '../calendar/calendar.ts';
import { calendarMigrations, calendarSchema } from '../calendar/migrations.ts';
import { keepUidHost } from '../calendar/uid-host.ts';
import type { Config } from '../config/config.ts';
import { createMessaging, type Messaging } from '../messages/messaging.ts';
import { messagesMigrations, messagesSchema } from '../messages/migrations.ts';
import { connectDatabase, type Database } from '../postgres/connect.ts';
import { migrate } from '../postgres/migrate.ts';
import { openEventStore, type StoredEvents } from '../event-store/open.ts';
import type { EventStore } from '../event-store/port.ts';
import { createWaitingTokens, type WaitingTokens } from '../auth/waiting-token.ts';
import type { Authenticate } from '../auth/caller.ts';
import { noTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { createErasureJournal } from '../vault/erasures.ts';
import { createKeyedHash, type KeyedHash } from '../vault/hash.ts';
import { withPersonalData } from '../vault/personal-data.ts';
import { createPseudonyms, type Pseudonyms } from '../vault/pseudonyms.ts';
import { readKeys } from '../vault/key-file.ts';
import { requireFittingKeys } from '../vault/fitting.ts';
import { type KeyRing, openKeyRing } from '../vault/key-ring.ts';
import { type Purpose, purposes as allPurposes } from '../secrets/ring-text.ts';
import { createVault, type Vault, vaultMigrations } from '../vault/vault.ts';
import { createViewings, type Viewings } from '../vault/viewings.ts';

export type Foundation = Telemetry & {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly vault: Vault;
  /** The events with personal data decrypted. */
  readonly store: EventStore;
  /** The same events with personal data encrypted. */
  readonly stored: StoredEvents;
  readonly keys: KeyRing;
  readonly sessions: Sessions;
  readonly browsers: KnownBrowsers;
  readonly loginFailures: LoginFailures;
  readonly factors: Factors;
  readonly credentials: Credentials;
  readonly bookingTokens: BookingTokens;
  readonly accountTokens: AccountTokens;
  readonly waitingTokens: WaitingTokens;
  readonly holdCodes: HoldCodes;
  readonly signUps: SignUps;
  readonly authenticate: Authenticate;
  readonly hash: KeyedHash;
  readonly pseudonyms: Pseudonyms;
  readonly viewings: Viewings;
  readonly calendar: Calendar;
  readonly messaging: Messaging;
  /** Host part of the iCalendar UIDs of visits. */
  readonly uidHost: string;
  /** Whether strangers are trusted only after a proof (`TRUST=strict`). */
  readonly strict: boolean;
  readonly now: () => Date;
  readonly newId: () => string;
  close(): Promise<void>;
};

/** Inputs that exist before the database is connected. */
export type FoundationOptions = {
  config: Config;
  log: Logger;
  /** URL of the database. */
  url: string;
  /** Telemetry of the process; none by default. */
  telemetry?: Telemetry;
  /** Purposes for which the process needs keys; all by default. */
  purposes?: readonly Purpose[];
};

/** Minutes of inactivity after which a session ends, if sessions expire. */
const idleMinutes = 120;

/** Creates the foundation on a running database, and migrates the schemas that it uses. */
export const layFoundation = async (
  { config, log, url, telemetry = noTelemetry, purposes = allPurposes }: FoundationOptions,
  now: () => Date = () => new Date(),
): Promise<Foundation> => {
  const { metrics, tracer } = telemetry;
  const database = connectDatabase({ url, log, poolSize: config.databasePoolSize, planOnce: true, metrics });
  const events = await openEventStore({ config, database, log, metrics, tracer });
  await migrate(database.knex, 'vault', vaultMigrations);
  await migrate(database.knex, 'auth', authMigrations);
  await migrate(database.knex, calendarSchema, calendarMigrations);
  await migrate(database.knex, messagesSchema, messagesMigrations);
  const keys = await openKeyRing({ read: () => readKeys(config), pool: database.pool, purposes });
  await requireFittingKeys({ pool: database.pool, wrapping: keys.for('wrapping') }).catch(
    async (error: unknown) => {
      keys.close();
      await events.close();
      await database.close();
      throw error;
    },
  );
  const journal = createErasureJournal(config.erasureJournal, now);
  const vault = createVault({ database, wrapKey: keys.for('wrapping'), clock: now, journal });
  const strict = config.trust === 'strict';
  const ends = createSessionEnds(url, log);
  const sessions = createSessions({
    database,
    ends,
    signingKey: keys.for('signing'),
    clock: now,
    ids: randomUUID,
    hours: config.sessionHours,
    idleMinutes: strict ? idleMinutes : undefined,
  });
  const hash = createKeyedHash(keys.for('hashing'));
  const passwords = createPasswords({ parallel: availableParallelism() });
  const bookingTokens = createBookingTokens(keys.for('tokens'));
  const accountTokens = createAccountTokens(keys.for('tokens'));
  const messaging = createMessaging({ config, database, vault, key: keys.for('tokens'), now });
  const waitingTokens = createWaitingTokens(keys.for('tokens'));
  return {
    config,
    log,
    metrics,
    tracer,
    database,
    vault,
    store: withPersonalData(events, vault, eventDefinitions),
    stored: events,
    keys,
    sessions,
    browsers: createKnownBrowsers({
      database,
      key: keys.for('tokens'),
      clock: now,
      ids: randomUUID,
      secure: config.publicOrigin.startsWith('https:'),
    }),
    loginFailures: createLoginFailures(database, now),
    factors: createFactors({
      database,
      vault,
      codes: createRecoveryCodes(database),
      passkeys: createPasskeys({
        database,
        vault,
        challenges: createChallenges({ database, key: keys.for('tokens'), clock: now }),
        origin: config.publicOrigin,
        clock: now,
        ids: randomUUID,
      }),
      clock: now,
      ids: randomUUID,
    }),
    credentials: createCredentials({ database, passwords, clock: now }),
    bookingTokens,
    accountTokens,
    waitingTokens,
    holdCodes: createHoldCodes(keys.for('tokens')),
    signUps: createSignUps(config.signUp, keys.for('tokens')),
    authenticate: createAuthenticate({
      sessions,
      bookingTokens,
      accountTokens,
      shortLinks: messaging.links,
      waitingTokens,
    }),
    hash,
    viewings: createViewings({ database, vault, clock: now }),
    pseudonyms: createPseudonyms({ database, hash, newId: randomUUID, keys: vault.newKeys }),
    messaging,
    calendar: openCalendar({ config, database, key: keys.for('calendar'), now }),
    uidHost: await keepUidHost(database, new URL(config.publicOrigin).hostname),
    strict,
    now,
    newId: randomUUID,
    close: async () => {
      keys.close();
      await ends.close();
      await events.close();
      await database.close();
    },
  };
};
