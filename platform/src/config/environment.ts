import { z } from 'zod';
import { backupPlace, backupTime } from './backup-place.ts';
import { signUpModes, trustModes } from './trust.ts';
import {
  rate,
  whole,
  origin,
  masterKey,
  operatorTokens,
  urlOf,
  natsUrl,
  streamPrefix,
  eventStoreUrl,
  replicas,
  safeUrl,
  safeOrigin,
  trustProxy,
} from './values.ts';

/** Every variable with its format and default. */
export const environment = z.object({
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
  SMS_GATEWAYS: z.string().optional(),
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

export type Environment = z.output<typeof environment>;

/** File of the key ring; a rotation writes it, and processes read it again. */
export const keyFile = 'MASTER_KEY_FILE';

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
