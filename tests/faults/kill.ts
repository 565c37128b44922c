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

export type KillReport = {
  rounds: number;
  acknowledged: number;
  confirmed: number;
  lost: number;
  refused: number;
  mails: number;
  /** Sent mails in the log; a kill may lose a line. */
  sent: number;
  events: number;
  tables: number;
  longestRestartMs: number;
  findings: Findings & {
    /** Mails sent again after they were recorded as sent. Only a crash while sending may repeat a mail. */
    sentTwice: string[];
  };
};

type Options = {
  rounds: number;
  /** Minimum of acknowledged bookings in a round before its kill. */
  acknowledged?: number;
  random?: () => number;
  onRound?: (round: number) => void;
};

/** The log records each sent mail; its file alone would hide a second sending. */
const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'info' };
const clients = 8;

type Round = { wanted: number; random: () => number };

/** Few enough slots for contention, and enough for all rounds. */
const daysFor = (rounds: number) =>
  Array.from({ length: Math.max(10, rounds) }, (_, index) => dayAhead(5 + index));

type Scene = { anna: RegisteredPro; clinics: readonly OpenedClinic[] };

const prepare = async (stack: Stack): Promise<Scene> => {
  const client = createClient(stack.address);
  const anna = await registerPro(client, 'anna');
  const clinics = [await openClinic(client, anna, 'Roma'), await openClinic(client, anna, 'Ostia')];
  return { anna, clinics };
};

/** Milliseconds a round may take to reach its bookings and mails. */
const timeoutMs = 120_000;

/** Books until a number of bookings are acknowledged, then kills the process at a random moment. */
const killUnderLoad = async (stack: Stack, load: Load, { wanted, random }: Round): Promise<void> => {
  const { acknowledged } = load.results;
  const [enough, deadline] = [acknowledged.size + wanted, performance.now() + timeoutMs];
  const working = load.start(stack.address, clients);
  // Waits for mails too, so that the kill hits them in progress.
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

/** Returns the mails sent according to a log, by causing event and template. */
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
 * Kills the product under booking load in rounds and restarts it on the same data; then checks for lost
 * bookings, overlaps, duplicate mails and read models that differ from a fresh replay.
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
      // Varies how much is in progress at the kill.
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
