import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '../support/http.ts';
import {
  dayAhead,
  openClinic,
  type OpenedClinic,
  registerPro,
  type RegisteredPro,
} from '../support/http-practice.ts';
import { removeData, type Stack, startStack } from '../support/stack.ts';
import { type Findings, inspect } from './inspect.ts';
import { createLoad, type Load } from './load.ts';

/** What a run came to; every list of `findings` must be empty. */
export type KillReport = {
  rounds: number;
  acknowledged: number;
  confirmed: number;
  lost: number;
  refused: number;
  mails: number;
  /** Sendings that the log tells of; a kill may swallow a line. */
  sent: number;
  events: number;
  tables: number;
  longestRestartMs: number;
  findings: Findings & {
    /** Mails sent again after they were known to be sent; within a crashed sending they may be. */
    sentTwice: string[];
  };
};

type Options = {
  rounds: number;
  /** Bookings that are acknowledged in a round before its kill, at least. */
  acknowledged?: number;
  random?: () => number;
  onRound?: (round: number) => void;
};

/** The log tells of each mail that was sent: its file alone would hide a second sending. */
const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'info' };
const clients = 8;

type Round = { wanted: number; random: () => number };

/** Few enough slots that most are contested, and enough for all rounds. */
const daysFor = (rounds: number) =>
  Array.from({ length: Math.max(10, rounds) }, (_, index) => dayAhead(5 + index));

type Scene = { anna: RegisteredPro; clinics: readonly OpenedClinic[] };

const prepare = async (stack: Stack): Promise<Scene> => {
  const client = createClient(stack.address);
  const anna = await registerPro(client, 'anna');
  const clinics = [await openClinic(client, anna, 'Roma'), await openClinic(client, anna, 'Ostia')];
  return { anna, clinics };
};

/** How long a round may take to come to its bookings, and its mails. */
const patience = 120_000;

/** Books as fast as it can until so many more are acknowledged, then kills the process at a random moment. */
const killUnderLoad = async (stack: Stack, load: Load, { wanted, random }: Round): Promise<void> => {
  const { acknowledged } = load.results;
  const [enough, deadline] = [acknowledged.size + wanted, performance.now() + patience];
  const working = load.start(stack.address, clients);
  // Mails follow their bookings, and a kill is worth its trouble only where they are under way.
  while (acknowledged.size < enough || !stack.output().includes(mailSent)) {
    if (performance.now() > deadline) throw new Error(`no ${wanted} bookings and a mail\n${stack.output()}`);
    await delay(10);
  }
  await delay(random() * 100);
  const gone = once(stack.process, 'exit');
  stack.process.kill('SIGKILL');
  await gone;
  await working.stop();
};

const mailSent = '"mail sent"';

/** The mails that a log says were sent, by the event that asked and the template. */
const sendings = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.includes(mailSent))
    .map((line) => {
      const { eventId, template } = JSON.parse(line) as { eventId: string; template: string };
      return `${template} for ${eventId}`;
    });

const repeated = (sent: readonly string[]): string[] =>
  sent.filter((one, index) => sent.indexOf(one) !== index);

/**
 * Kills the whole product under booking load, round by round, each time starting it again on what is left; then looks
 * for bookings lost, intervals held twice, mails sent twice and calendars that differ from a fresh replay.
 */
export const runKillRounds = async (options: Options): Promise<KillReport> => {
  const { rounds, acknowledged: least = 5, random = Math.random, onRound } = options;
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-kill-'));
  const start = () => startStack({ ...settings, VAR_DIRECTORY: varDirectory });
  let stack = await start();
  const logs: string[] = [];
  let longestRestartMs = 0;
  try {
    const { anna, clinics } = await prepare(stack);
    const load = createLoad({
      token: anna.token,
      clinics,
      days: daysFor(rounds),
      random,
    });
    for (let round = 1; round <= rounds; round += 1) {
      // Some kills come early, others when much is under way.
      await killUnderLoad(stack, load, { wanted: least + Math.floor(random() * 4 * least), random });
      logs.push(stack.output());
      const began = performance.now();
      stack = await start();
      longestRestartMs = Math.max(longestRestartMs, performance.now() - began);
      onRound?.(round);
    }
    const { acknowledged, confirmed, lost, refused } = load.results;
    const { findings: inside, ...seen } = await inspect(varDirectory, load.results);
    const sent = sendings([...logs, stack.output()].join('\n'));
    const findings = { ...inside, sentTwice: repeated(sent) };
    const counts = {
      acknowledged: acknowledged.size,
      confirmed: confirmed.size,
      lost,
      refused,
      sent: sent.length,
      ...seen,
    };
    return { rounds, ...counts, longestRestartMs: Math.round(longestRestartMs), findings };
  } finally {
    await stack.stop();
    await removeData(varDirectory);
  }
};

/** Whether the run found nothing wrong. */
export const isClean = ({ findings }: KillReport): boolean =>
  Object.values(findings).every((found) => found.length === 0);

if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } });
  const report = await runKillRounds({
    rounds: Number(values.rounds),
    onRound: (round) => process.stderr.write(`round ${round}\n`),
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = isClean(report) ? 0 : 1;
}
