import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { backupPlace, backupTime, backupTimeIn } from './backup-place.ts';
import { unfit, type Use } from './production.ts';
import { BadRing, parseRing } from '../secrets/ring-text.ts';
import { withSecretFiles } from '../secrets/secret-files.ts';
import { signUpModes, trustModes, trustOf } from './trust.ts';

export type RateLimit = { readonly maximum: number; readonly seconds: number };

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context): RateLimit => {
      const [, maximum, amount, unit] = /^(\d{1,9})\/(\d{0,4})([smhd])$/.exec(value) ?? [];
      if (!maximum || !unit) {
        context.addIssue({ code: 'custom', message: 'write a count and a window, such as 60/1m or 10/20m' });
        return z.NEVER;
      }
      return {
        maximum: Number(maximum),
        seconds: Number(amount || 1) * unitSeconds[unit as keyof typeof unitSeconds],
      };
    });

const whole = (fallback: number, minimum: number, maximum: number) =>
  z.coerce
    .number(`write a whole number from ${minimum} to ${maximum}`)
    .int(`write a whole number from ${minimum} to ${maximum}`)
    .min(minimum, `write a whole number from ${minimum} to ${maximum}`)
    .max(maximum, `write a whole number from ${minimum} to ${maximum}`)
    .default(fallback);

const origin = z.string().refine((value) => {
  const url = URL.parse(value);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === value;
}, 'write scheme, host and port without a path or a slash at the end, such as https://visita.example');

const isRing = (value: string): boolean => {
  try {
    return parseRing(value).length > 0;
  } catch (error) {
    if (error instanceof BadRing) return false;
    throw error;
  }
};

const masterKey = z
  .string()
  .refine(
    isRing,
    'write 32 random bytes in base64, `openssl rand -base64 32` makes them, or the key ring that ops keys printed',
  );

/** A token of the operators' desk; `name` is null if its holder enters their own. */
export type OperatorToken = { readonly name: string | null; readonly token: string };

const operatorTokenMinimum = 32;
const operatorTokenMaximum = 500;
const operatorName = /^([\w.-]{1,40}):/;

const fits = ({ token }: OperatorToken): boolean =>
  token.length >= operatorTokenMinimum && token.length <= operatorTokenMaximum;

/** One token for all, of any characters, or one `name:token` per operator. */
const operatorTokens = z.string().transform((value, context): readonly OperatorToken[] => {
  const parts = operatorName.test(value) ? value.split(/[\s,]+/) : [value];
  const tokens = parts.map((part) => {
    const name = operatorName.exec(part)?.[1] ?? null;
    return { name, token: name === null ? part : part.slice(name.length + 1) };
  });
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (!tokens.every(fits)) {
    return refuse(
      `write at least ${operatorTokenMinimum} characters, \`openssl rand -base64 32\` makes them, for each operator behind a name and a colon`,
    );
  }
  if (tokens.length > 1 && tokens.some(({ name }) => name === null))
    return refuse('write <name>:<token> of each operator, separated by commas');
  const different = new Set(tokens.map(({ token }) => token)).size;
  return different < tokens.length ? refuse('write a different token for each operator') : tokens;
});

const urlOf = (schemes: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (value) => schemes.includes(URL.parse(value)?.protocol.slice(0, -1) ?? ''),
      `write an address such as ${example}`,
    );

/** One or several servers; a single URL cannot name several. */
const natsUrl = z
  .string()
  .transform((value) => value.replaceAll(/\s*,\s*/g, ','))
  .refine(
    (value) => value.split(',').every((url) => /^(nats|tls):$/.test(URL.parse(url)?.protocol ?? '')),
    'write an address such as nats://host:4222, or those of all servers, such as nats://one:4222,nats://two:4222',
  );

/** Prefix of stream names on a shared server; `$` is reserved by the server. */
const streamPrefix = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,40}$/,
    'write lower-case letters, digits, dots, hyphens and underscores, such as visita-',
  )
  .default('visita-');

/** One or several nodes; a single URL cannot name several. */
const eventStoreUrl = z
  .string()
  .regex(
    /^esdb(\+discover)?:\/\/([^\s:/?@]+:[^\s/?@]+@)?[^\s/?@]+(\?\S+)?$/,
    'write a connection string such as esdb://user:password@host:2113 or esdb://host:2113?tls=false',
  );

const replicas = (port: number) =>
  z
    .string()
    .default(`http://127.0.0.1:${port}`)
    .transform((value) => value.split(',').map((url) => url.trim()))
    .refine(
      (urls) => urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')),
      'write the addresses of all replicas separated by commas, such as http://one:3000,http://two:3000',
    );

/** A URL that receives secrets: https, or this machine. */
const safeUrl = (example: string) =>
  z.string().refine((value) => {
    const url = URL.parse(value);
    if (!url || url.username || url.search || url.hash) return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1');
  }, `write an https address such as ${example}`);

/** An origin only, because it is inserted into pages and their policies. */
const safeOrigin = (example: string) =>
  safeUrl(example).refine(
    (value) => URL.parse(value)?.origin === value,
    `write an origin such as ${example}, without a path or a slash at the end`,
  );

const proxyAddress = '(loopback|linklocal|uniquelocal|[0-9a-f./:]*[.:][0-9a-f./:]*)';

/** Whether a part of TRUST_PROXY is a keyword, an address, or a network that does not cover everything. */
const isRange = (part: string): boolean => {
  const [address = '', prefix, ...more] = part.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0) return prefix === undefined && /^(off|loopback|linklocal|uniquelocal)$/i.test(address);
  if (more.length > 0 || prefix === undefined) return more.length === 0;
  if (bits === 32 && isIP(prefix) === 4) return prefix !== '0.0.0.0';
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits;
};

const trustProxy = z
  .string()
  .regex(
    new RegExp(`^(off|${proxyAddress}(,${proxyAddress})*)$`, 'i'),
    'write off, or the addresses of the proxies separated by commas, such as loopback,10.0.0.0/8',
  )
  .refine(
    (value) => value.split(',').every(isRange),
    'write addresses of proxies, or networks with a prefix of at least 1, such as loopback,10.0.0.0/8',
  )
  .default('off')
  .transform((value) => (value.toLowerCase() === 'off' ? (false as const) : value));

const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'write development, test or production')
    .default('development'),
  TRUST: z.enum(trustModes, 'write strict or open').optional(),
  SIGN_UP: z.enum(signUpModes, 'write open or invited').default('open'),
  CONFIRM_BY: z.enum(['link', 'button'], 'write link or button').default('link'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(3000, 0, 65_535),
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: trustProxy,
  VAR_DIRECTORY: z.string().default('var'),
  ERASURE_JOURNAL: z.string().optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[02-9ac-hj-np-z]{58}$/, 'write an age recipient, age1…; `ops keys --backup` makes one')
    .optional(),
  BACKUP_AT: backupTime.optional(),
  BACKUP_TO: backupPlace.optional(),
  BACKUP_DRILL: z.enum(['monthly', 'off'], 'write monthly or off').default('monthly'),
  DATABASE_URL: urlOf(['postgres', 'postgresql'], 'postgres://user:password@host:5432/visita').optional(),
  DATABASE_POOL_SIZE: whole(20, 1, 200),
  EVENTSTORE_URL: eventStoreUrl.optional(),
  EVENTSTORE_STREAM_PREFIX: streamPrefix,
  NATS_URL: natsUrl.optional(),
  REDIS_URL: urlOf(['redis', 'rediss'], 'redis://:password@host:6379').optional(),
  COMMAND_SERVICE_URLS: replicas(3001),
  QUERY_SERVICE_URLS: replicas(3002),
  NOTIFIER_URLS: replicas(3003),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_FILE: z.string().optional(),
  OPERATOR_TOKEN: operatorTokens.optional(),
  SMTP_URL: z
    .literal('none')
    .or(urlOf(['smtp', 'smtps'], 'smtp://user:password@host:587'))
    .optional(),
  MAIL_FROM: z.string().max(254).default('Visita <no-reply@visita.invalid>'),
  SUPPORT_EMAIL: z.email('write an email address').max(254).default('support@visita.example'),
  OPERATOR_EMAIL: z.email('write an email address').max(254).optional(),
  LEGAL_DIRECTORY: z.string().optional(),
  CALENDAR_CLIENT_ID: z.string().max(500).optional(),
  CALENDAR_CLIENT_SECRET: z.string().max(500).optional(),
  CALENDAR_ISSUER: safeUrl('https://accounts.google.com').default('https://accounts.google.com'),
  CALENDAR_API_BASE: safeUrl('https://www.googleapis.com/calendar/v3').default(
    'https://www.googleapis.com/calendar/v3',
  ),
  TAG_MANAGER_KEY: z
    .string()
    .regex(/^[\w-]{1,50}$/, 'write the key of the container, such as GTM-ABC1234')
    .optional(),
  TAG_MANAGER_ORIGIN: safeOrigin('https://www.googletagmanager.com').default(
    'https://www.googletagmanager.com',
  ),
  TAG_ORIGIN: origin.optional(),
  COUNTRY_LOOKUP_BASE: safeUrl('https://ipinfo.io').optional(),
  COUNTRY_LOOKUP_TOKEN: z.string().max(500).optional(),
  HOLD_MINUTES: whole(60, 1, 1440),
  REMINDER_HOURS: whole(24, 1, 168),
  SESSION_HOURS: whole(12, 1, 168),
  AVAILABILITY_CACHE_MS: whole(250, 0, 5000),
  REQUESTS_IN_HAND: whole(256, 1, 100_000),
  METRICS_PORT: z.union([z.literal('off'), whole(0, 0, 65_535)]).default('off'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(['http', 'https'], 'http://collector:4318').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('write a number from 0 to 1')
    .min(0, 'write a number from 0 to 1')
    .max(1, 'write a number from 0 to 1')
    .default(1),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'write fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  RATE_LIMIT_R: rate('60/1m'),
  RATE_LIMIT_C: rate('300/1m'),
  RATE_LIMIT_A_FAILURES: rate('5/15m'),
  RATE_LIMIT_A_IP: rate('30/15m'),
  RATE_LIMIT_M_ACCOUNT: rate('3/1h'),
  RATE_LIMIT_M_IP: rate('10/1h'),
  RATE_LIMIT_B: rate('10/20m'),
  RATE_LIMIT_T: rate('10/15m'),
  RATE_LIMIT_W: rate('120/1m'),
  RATE_LIMIT_S: rate('600/1m'),
  RATE_LIMIT_I: rate('10/1h'),
  RATE_LIMIT_D: rate('10/1h'),
  RATE_LIMIT_SIGNUP: rate('5/1h'),
  RATE_LIMIT_FACTOR: z.coerce
    .number('write a number above 0')
    .positive('write a number above 0')
    .max(1e6)
    .default(1),
  HOLDS_PER_PATIENT: whole(3, 1, 1000),
  PRO_BOOKINGS_PER_DAY: whole(200, 1, 1e6),
});

/** File of the key ring; a rotation writes it, and processes read it again. */
const keyFile = 'MASTER_KEY_FILE';

/** Every variable that the product reads; `.env.example` documents each. */
export const variables: readonly string[] = Object.keys(environment.shape).filter((name) => name !== keyFile);

/** Variables with secrets. Each may be given as `<NAME>_FILE`, the path of a file that contains it. */
export const secretVariables = [
  'BACKUP_RECIPIENT',
  'BACKUP_TO',
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'NATS_URL',
  'REDIS_URL',
  'MASTER_KEY',
  'OPERATOR_TOKEN',
  'SMTP_URL',
  'CALENDAR_CLIENT_SECRET',
  'COUNTRY_LOOKUP_TOKEN',
] as const satisfies readonly (keyof typeof environment.shape)[];

export const settingNames: readonly string[] = [
  ...variables,
  ...secretVariables.map((name) => `${name}_FILE`),
];

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
  .transform((env) => {
    const times = ({ maximum, seconds }: RateLimit): RateLimit => ({
      maximum: Math.max(1, Math.round(maximum * env.RATE_LIMIT_FACTOR)),
      seconds,
    });
    return {
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
      /** Null: mails are written to files in `varDirectory`. */
      smtpUrl: env.SMTP_URL === undefined || env.SMTP_URL === 'none' ? null : env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      /** Contact for users, and for security reports. */
      supportEmail: env.SUPPORT_EMAIL,
      /** Recipient of mails about failed backups, drills or timers; null for none. */
      operatorEmail: env.OPERATOR_EMAIL ?? null,
      /** Directory of the approved legal texts; null: the model texts are shown, marked as such. */
      legalDirectory: env.LEGAL_DIRECTORY || null,
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
      /** Origin of the frame in which the tag manager runs; null: it runs in the pages, and not under strict. */
      tagOrigin: env.TAG_ORIGIN ?? null,
      /** Null: the visitor's country is not looked up. */
      countryLookup:
        env.COUNTRY_LOOKUP_BASE && env.COUNTRY_LOOKUP_TOKEN
          ? { base: env.COUNTRY_LOOKUP_BASE, token: env.COUNTRY_LOOKUP_TOKEN }
          : null,
      holdMinutes: env.HOLD_MINUTES,
      reminderHours: env.REMINDER_HOURS,
      sessionHours: env.SESSION_HOURS,
      availabilityCacheMs: env.AVAILABILITY_CACHE_MS,
      /** Most concurrent calls; further ones are refused with 503. */
      requestsInHand: env.REQUESTS_IN_HAND,
      logLevel: env.LOG_LEVEL,
      /** Null: no metrics. Otherwise the address that Prometheus scrapes. */
      metrics: env.METRICS_PORT === 'off' ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
      /** Null: no tracing. Otherwise the collector and the share of sampled traces. */
      tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
        ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG }
        : null,
      /** Limit classes of the calls, multiplied by RATE_LIMIT_FACTOR. */
      limits: {
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
      },
      /** Most live holds of one patient with one pro. */
      holdsPerPatient: Math.max(1, Math.round(env.HOLDS_PER_PATIENT * env.RATE_LIMIT_FACTOR)),
    };
  });

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
