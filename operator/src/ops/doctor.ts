import { join } from 'node:path';
import { access } from 'node:fs/promises';
import { type Check, type Finding, lookAt, off, ok, wrong } from '../doctor/check.ts';
import {
  busFollows,
  clocksAgree,
  databaseAnswers,
  eventStoreAnswers,
  eventStoreHosts,
  leasesHold,
  logIsSealed,
  masterKeyFits,
  readModelsFollow,
  runsApart,
} from '../doctor/database.ts';
import { migrationsFit } from '../doctor/migrations.ts';
import { diskHasSpace, jobsAreDone, journalCanBeWritten, keptUp } from '../doctor/keeping.ts';
import { greet, issuerAnswers, mailServerTakes } from '../doctor/network.ts';
import { backupsCanBeRead, nothingIsModel, settingsAreKnown } from '../doctor/places.ts';
import { sendPlainMail } from '@visita/notifier/mail/plain';
import { within } from '@visita/platform/async/within';
import { codeOf } from '@visita/platform/logging/log';
import { namesCanBeSeen } from '../doctor/names.ts';
import { phonesCanBeDialled } from '../doctor/phones.ts';
import type { Config } from '@visita/platform/config/config';
import { trustMeaning } from '@visita/platform/config/trust';
import { connectDatabase, type Database } from '@visita/platform/postgres/connect';
import { createEventStoreDBEventStore } from '@visita/platform/event-store/eventstoredb';
import { readPrefix } from '@visita/platform/event-store/open';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { openJobs } from '@visita/platform/jobs/open';
import type { Jobs } from '@visita/platform/jobs/port';
import { readKeys } from '@visita/platform/vault/key-file';
import { openKeyRing } from '@visita/platform/vault/key-ring';
import { openDatabase } from '../database.ts';
import { knownSteps } from '../backup/plans.ts';
import { type Answer, defineOperation, type Run } from './frame.ts';
import { missingProduct } from './product-there.ts';

const doctorHelp = `Usage: npm run --silent ops -- doctor [--mail <address>]

Checks everything that the product depends on: configured servers, disk, clocks, migrations, the master key, progress of
read models and seals, leaders, parked jobs, phones that cannot be dialled as stored, and the last backup, trial restore
and verify. It changes nothing, prints no secret, and works on a running or a stopped product. In production a backup or
a verify older than two days is a problem.

  --mail <address>  also sends a test mail to this address

The JSON answer is { ok, findings: [{ name, state, detail, todo }] }. Exits with 1 if something is wrong.
`;

const listed = (url: string | null): string[] => (url === null ? [] : [url]);

const trusts = ({ trust }: Config): Check => ({
  name: 'trust',
  todo: '',
  look: async () => ok(`${trust}, ${trustMeaning[trust]}`),
});

/** Checks that need no database. */
const around = ({ config, environment }: Pick<Run, 'config' | 'environment'>): Check[] => {
  const { natsUrl, redisUrl, smtpUrl, calendar, varDirectory, erasureJournal } = config;
  return [
    trusts(config),
    nothingIsModel(config),
    settingsAreKnown(environment),
    backupsCanBeRead(config),
    ...greet('NATS', natsUrl?.split(',') ?? []),
    ...greet('Redis', listed(redisUrl)),
    mailServerTakes(smtpUrl),
    issuerAnswers(calendar?.issuer ?? null),
    diskHasSpace(varDirectory),
    journalCanBeWritten({ path: erasureJournal, varDirectory }),
  ];
};

/** Opens the configured event store; returns it with its address. */
export const storeOf = async (config: Config, database: Database, log: Run['log']) =>
  config.eventStoreUrl
    ? {
        store: createEventStoreDBEventStore({
          log,
          url: config.eventStoreUrl,
          prefix: await readPrefix(database.pool),
        }),
        where: `EventStoreDB at ${eventStoreHosts(config.eventStoreUrl)}`,
      }
    : { store: createPostgresEventStore({ database, log }), where: 'PostgreSQL' };

/** Opens the keys that wrap the vault's keys, without creating a master key. */
const wrappingOf = async (config: Config, database: Database) => {
  if (!config.masterKey) await access(join(config.varDirectory, 'secrets', 'master.key'));
  const keys = await openKeyRing({
    read: () => readKeys(config),
    pool: database.pool,
    purposes: ['wrapping'],
  });
  keys.close();
  return keys.for('wrapping');
};

/** Tells whether the product makes backups by itself: services running apart leave that to a timer. */
const isScheduled = ({ backupAt, backupDrill }: Config, apart: boolean): boolean =>
  backupAt !== null && backupDrill && !apart;

const mailTodo = 'See SMTP above, and check that the account may send as MAIL_FROM.';

const mailSent = ({ smtpUrl, mailFrom: from, publicOrigin }: Config, to: string): Check => ({
  name: 'test mail',
  todo: mailTodo,
  look: async () => {
    if (smtpUrl === null) return off('not sent: SMTP_URL is not set');
    const text = `This is a test of the mails of ${publicOrigin}.\n`;
    try {
      await sendPlainMail(smtpUrl, { from, to, subject: 'Visita: test', text });
    } catch (error) {
      const { responseCode } = error as { responseCode?: number };
      return wrong(`refused: ${[codeOf(error), responseCode].filter(Boolean).join(' ')}`, mailTodo);
    }
    return ok(`accepted by the mail server for ${to}: check that it arrives, and not as spam`);
  },
});

/** Runs all checks on a reachable database. */
export const examine = async (
  run: Pick<Run, 'config' | 'environment' | 'log'>,
  database: Database,
): Promise<Finding[]> => {
  const { config, log } = run;
  const now = () => new Date();
  const deps = { pool: database.pool, now };
  const { store, where } = await storeOf(config, database, log);
  const { rows } = await database.pool.query<{ there: boolean }>(
    `select to_regclass('bullmq.job') is not null or to_regnamespace('bullmq') is not null as there`,
  );
  const apart = await runsApart(database.pool);
  const opened: Jobs[] = [];
  const openQueues = async () => {
    const jobs = await openJobs({ redisUrl: config.redisUrl, databaseUrl: database.url, log });
    opened.push(jobs);
    return jobs;
  };
  const place = config.databaseUrl ? new URL(config.databaseUrl).host || 'at a socket' : 'embedded';
  try {
    return await lookAt([
      databaseAnswers(deps, place),
      clocksAgree(deps),
      migrationsFit(deps, knownSteps),
      masterKeyFits(deps, () => wrappingOf(config, database)),
      eventStoreAnswers(store, where),
      logIsSealed(deps, store),
      readModelsFollow(deps, store),
      ...(apart ? [busFollows(deps, store)] : []),
      leasesHold(deps),
      phonesCanBeDialled(deps),
      namesCanBeSeen(deps),
      jobsAreDone(config.redisUrl !== null || rows[0]?.there ? openQueues : null),
      ...keptUp({
        store,
        now,
        needed: config.environment === 'production',
        scheduled: isScheduled(config, apart),
        apart,
      }),
      ...around(run),
    ]);
  } finally {
    const closing = [...opened.map((jobs) => jobs.close()), store.close()];
    await within(leaving, Promise.allSettled(closing), 'leaving').catch(() => undefined);
  }
};

/** Milliseconds within which a working database answers, and for disconnecting from one that does not. */
const [answering, leaving] = [2_000, 500];

const silent = wrong('does not answer', 'Start PostgreSQL, or correct DATABASE_URL.');

/**
 * Runs checks on a product's database, running or not. If it is missing or does not answer, that is the
 * finding, and only `withoutDatabase` is checked.
 */
export const lookInto = async (
  { config, log }: Run,
  onDatabase: (database: Database) => Promise<Finding[]>,
  withoutDatabase: readonly Check[] = [],
): Promise<Finding[]> => {
  const without = async (found: Omit<Finding, 'name'>): Promise<Finding[]> => [
    { name: 'database', ...found },
    ...(await lookAt(withoutDatabase)),
  ];
  // An embedded database is checked only if it exists, because opening it would create it. A
  // database at DATABASE_URL is checked even if it is empty.
  const missing = config.databaseUrl ? null : await missingProduct(config, log);
  if (missing !== null) return without(wrong('not there', missing));
  const opened = await within(answering, openDatabase({ config, log, useRunning: true }), 'opening').catch(
    () => null,
  );
  if (!opened) return without(silent);
  const database = connectDatabase({ url: opened.url, log });
  try {
    return await within(answering, database.pool.query('select 1'), 'asking').then(
      () => onDatabase(database),
      () => without(silent),
    );
  } finally {
    await within(leaving, database.close(), 'leaving').catch(() => undefined);
    await opened.stop();
  }
};

const describe = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const marks = { ok: 'ok   ', wrong: 'WRONG', off: 'off  ' };
  return findings
    .map(({ name, state, detail, todo }) => {
      const line = `${marks[state]} ${name.padEnd(width)}  ${detail}`;
      return todo === null ? line : `${line}\n      ${' '.repeat(width)}  ${todo}`;
    })
    .join('\n');
};

/** Returns the result of an operation that runs checks. */
export const answerOf = (findings: Finding[]): Answer => {
  const sound = findings.every(({ state }) => state !== 'wrong');
  return { answer: { ok: sound, findings }, text: describe(findings), code: sound ? 0 : 1 };
};

export const runDoctor = defineOperation({
  help: doctorHelp,
  options: { mail: { type: 'string' } },
  run: async ({ values: { mail } }, run) => {
    const found = await lookInto(run, (database) => examine(run, database), around(run));
    return answerOf(mail === undefined ? found : [...found, ...(await lookAt([mailSent(run.config, mail)]))]);
  },
});
