import { join } from 'node:path';
import { z } from 'zod';
import { withSecretFiles } from '../secrets/secret-files.ts';
import { backupTimeIn } from './backup-place.ts';
import { type Environment, environment, keyFile, secretVariables, variables } from './environment.ts';
import { unfit, type Use } from './production.ts';
import { trustOf } from './trust.ts';
import { type RateLimit, unitSeconds } from './values.ts';

const serverOf = (env: Environment) => ({
  environment: env.NODE_ENV,
  trust: trustOf(env),
  /** Sign-up is open to all, or by invitation. */
  signUp: env.SIGN_UP,
  /** Confirmation of a booking: by opening the mailed link, or by a button on its page. */
  confirmBy: env.CONFIRM_BY,
  host: env.HOST,
  port: env.PORT,
  /** Base of links in mails and pages, which never use request headers. */
  publicOrigin: env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`,
  /** False: forwarded headers are ignored. Otherwise the addresses of trusted proxies. */
  trustProxy: env.TRUST_PROXY,
});

const storesOf = (env: Environment) => ({
  varDirectory: env.VAR_DIRECTORY,
  /** File of erased subjects, outside the database. */
  erasureJournal: env.ERASURE_JOURNAL ?? join(env.VAR_DIRECTORY, 'erasures.jsonl'),
  /** Public key for backups; null: backups are not encrypted. */
  backupRecipient: env.BACKUP_RECIPIENT ?? null,
  /** Time of the daily backup; null for none. */
  backupAt: env.BACKUP_AT === undefined ? backupTimeIn(env.NODE_ENV) : env.BACKUP_AT,
  backupPlace: env.BACKUP_TO ?? {
    kind: 'folder' as const,
    directory: join(env.VAR_DIRECTORY, 'backups'),
  },
  /** Whether a backup is restored into a scratch database once a month. */
  backupDrill: env.BACKUP_DRILL === 'monthly',
  /** Null: the embedded database. */
  databaseUrl: env.DATABASE_URL ?? null,
  databasePoolSize: env.DATABASE_POOL_SIZE,
  /** Null: events are in the database, otherwise in EventStoreDB. */
  eventStoreUrl: env.EVENTSTORE_URL ?? null,
  /** Prefix of stream names in EventStoreDB. Ignored if the store was filled without one. */
  eventStorePrefix: env.EVENTSTORE_STREAM_PREFIX,
  /** One server, or several separated by commas; null: the in-process bus. */
  natsUrl: env.NATS_URL ?? null,
  /** Null: jobs are in the database, rate limits in memory. */
  redisUrl: env.REDIS_URL ?? null,
  /** Replicas of each service, for the gateway. */
  upstreams: {
    command: env.COMMAND_SERVICE_URLS,
    query: env.QUERY_SERVICE_URLS,
    notifier: env.NOTIFIER_URLS,
  },
  /** The key ring as text; null: generated once in `varDirectory`, except in production. */
  masterKey: env.MASTER_KEY ?? null,
  /** The file that it was read from. */
  masterKeyFile: env.MASTER_KEY_FILE ?? null,
  /** Tokens of the operators' desk; null: no desk. */
  operatorTokens: env.OPERATOR_TOKEN ?? null,
});

const mailsOf = (env: Environment) => ({
  /** Null: mails are written to files in `varDirectory`. */
  smtpUrl: env.SMTP_URL === undefined || env.SMTP_URL === 'none' ? null : env.SMTP_URL,
  mailFrom: env.MAIL_FROM,
  /** Contact for users, and for security reports. */
  supportEmail: env.SUPPORT_EMAIL,
  /** Recipient of mails about failed backups, drills or timers; null for none. */
  operatorEmail: env.OPERATOR_EMAIL ?? null,
  /** File that describes the SMS gateways; null: no texts, or files in development. */
  smsGateways: env.SMS_GATEWAYS ?? null,
  /** Directory of the approved legal texts; null: the model texts are shown, marked as such. */
  legalDirectory: env.LEGAL_DIRECTORY || null,
});

const integrationsOf = (env: Environment) => ({
  /** Null: no external calendar. */
  calendar:
    env.CALENDAR_CLIENT_ID && env.CALENDAR_CLIENT_SECRET
      ? {
          clientId: env.CALENDAR_CLIENT_ID,
          clientSecret: env.CALENDAR_CLIENT_SECRET,
          issuer: env.CALENDAR_ISSUER,
          apiBase: env.CALENDAR_API_BASE,
        }
      : null,
  /** Null: no tag manager. */
  tagManager: env.TAG_MANAGER_KEY ? { key: env.TAG_MANAGER_KEY, origin: env.TAG_MANAGER_ORIGIN } : null,
  /** Origin of the frame in which the tag manager runs; null: it runs in the pages, except in strict mode. */
  tagOrigin: env.TAG_ORIGIN ?? null,
  /** Null: the visitor's country is not looked up. */
  countryLookup:
    env.COUNTRY_LOOKUP_BASE && env.COUNTRY_LOOKUP_TOKEN
      ? { base: env.COUNTRY_LOOKUP_BASE, token: env.COUNTRY_LOOKUP_TOKEN }
      : null,
});

const operationOf = (env: Environment) => ({
  holdMinutes: env.HOLD_MINUTES,
  reminderHours: env.REMINDER_HOURS,
  sessionHours: env.SESSION_HOURS,
  availabilityCacheMs: env.AVAILABILITY_CACHE_MS,
  /** Maximum number of concurrent calls; further calls are refused with 503. */
  requestsInHand: env.REQUESTS_IN_HAND,
  logLevel: env.LOG_LEVEL,
  /** Null: no metrics. Otherwise the address that Prometheus scrapes. */
  metrics: env.METRICS_PORT === 'off' ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
  /** Null: no tracing. Otherwise the collector and the share of sampled traces. */
  tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG }
    : null,
});

const limitsOf = (env: Environment) => {
  const times = ({ maximum, seconds }: RateLimit): RateLimit => ({
    maximum: Math.max(1, Math.round(maximum * env.RATE_LIMIT_FACTOR)),
    seconds,
  });
  return {
    R: { ip: times(env.RATE_LIMIT_R) },
    C: { ip: times(env.RATE_LIMIT_C) },
    A: { ip: times(env.RATE_LIMIT_A_IP), failures: times(env.RATE_LIMIT_A_FAILURES) },
    M: { ip: times(env.RATE_LIMIT_M_IP), account: times(env.RATE_LIMIT_M_ACCOUNT) },
    B: { ip: times(env.RATE_LIMIT_B) },
    T: { ip: times(env.RATE_LIMIT_T) },
    W: { account: times(env.RATE_LIMIT_W) },
    S: { account: times(env.RATE_LIMIT_S) },
    P: {
      account: times(env.RATE_LIMIT_W),
      daily: times({ maximum: env.PRO_BOOKINGS_PER_DAY, seconds: unitSeconds.d }),
    },
    I: { account: times(env.RATE_LIMIT_I) },
    D: { account: times(env.RATE_LIMIT_D) },
    signup: { ip: times(env.RATE_LIMIT_SIGNUP) },
  };
};

const shape = environment
  .superRefine((env, context) => {
    if (!env.CALENDAR_CLIENT_ID !== !env.CALENDAR_CLIENT_SECRET) {
      const message = 'set it together with CALENDAR_CLIENT_SECRET';
      context.addIssue({ code: 'custom', path: ['CALENDAR_CLIENT_ID'], message });
    }
    if (!env.COUNTRY_LOOKUP_BASE !== !env.COUNTRY_LOOKUP_TOKEN) {
      const message = 'set it together with COUNTRY_LOOKUP_TOKEN';
      context.addIssue({ code: 'custom', path: ['COUNTRY_LOOKUP_BASE'], message });
    }
    // Hosts are compared without ports, because cookies and this server's routing ignore ports.
    const [tags, own] = [env.TAG_ORIGIN, env.PUBLIC_ORIGIN ?? 'http://localhost'].map((url) =>
      URL.parse(url ?? ''),
    );
    if (tags && tags.hostname === own?.hostname) {
      const message = 'write a host that differs from PUBLIC_ORIGIN, such as https://tags.visita.example';
      context.addIssue({ code: 'custom', path: ['TAG_ORIGIN'], message });
    }
  })
  .transform((env) => ({
    ...serverOf(env),
    ...storesOf(env),
    ...mailsOf(env),
    ...integrationsOf(env),
    ...operationOf(env),
    /** Limit classes of the calls, multiplied by RATE_LIMIT_FACTOR. */
    limits: limitsOf(env),
    /** Maximum number of live holds of one patient with one pro. */
    holdsPerPatient: Math.max(1, Math.round(env.HOLDS_PER_PATIENT * env.RATE_LIMIT_FACTOR)),
  }));

/** The validated configuration. */
export type Config = Readonly<z.output<typeof shape>>;

/**
 * Reads the configuration and secret files; an empty variable counts as absent. Throws one error that names every
 * wrong variable and what to write, in production also those that are unfit for the process's uses. The error
 * contains no values, which may be secrets.
 */
export const readConfig = (
  env: Readonly<Record<string, string | undefined>>,
  uses: readonly Use[] = [],
): Config => {
  const resolved = withSecretFiles(secretVariables, env);
  const given = Object.fromEntries(
    [...variables, keyFile].flatMap((name) =>
      resolved.env[name]?.trim() ? [[name, resolved.env[name].trim()]] : [],
    ),
  );
  const result = shape.safeParse(given);
  const wrong = new Map(resolved.wrong);
  // Only the service that makes backups has this file mounted.
  const makesNone = uses.length > 0 && !uses.includes('backups');
  if (makesNone && !env['BACKUP_RECIPIENT']?.trim()) wrong.delete('BACKUP_RECIPIENT');
  const misspelt = (result.error?.issues ?? []).map(
    ({ path, message }) => [path.join('.'), message] as const,
  );
  for (const [name, message] of [...misspelt, ...unfit(given, uses)])
    if (!wrong.has(name)) wrong.set(name, `${name}: ${message}`);
  if (result.success && wrong.size === 0) return result.data;
  const lines = [...wrong.values()].map((line) => `  ${line}`);
  throw new Error(`The configuration is wrong:\n${lines.join('\n')}\n.env.example explains every variable.`);
};
