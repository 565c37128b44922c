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
  events: number;
  tables: number;
  longestRestartMs: number;
  findings: Findings;
};

type Options = { rounds: number; random?: () => number; onRound?: (round: number) => void };

const settings = { RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'fatal' };
const clients = 8;
/** Few enough slots that most are contested. */
const daysAhead = Array.from({ length: 10 }, (_, index) => dayAhead(5 + index));

type Scene = { anna: RegisteredPro; clinics: readonly OpenedClinic[] };

const prepare = async (stack: Stack): Promise<Scene> => {
  const client = createClient(stack.address);
  const anna = await registerPro(client, 'anna');
  const clinics = [await openClinic(client, anna, 'Roma'), await openClinic(client, anna, 'Ostia')];
  return { anna, clinics };
};

/** Books as fast as it can and kills the process at a random moment. */
const killUnderLoad = async (stack: Stack, load: Load, milliseconds: number): Promise<void> => {
  const working = load.start(stack.address, clients);
  await delay(milliseconds);
  const gone = once(stack.process, 'exit');
  stack.process.kill('SIGKILL');
  await gone;
  await working.stop();
};

/**
 * Kills the whole product under booking load, round by round, each time starting it again on what is left; then looks
 * for bookings lost, intervals held twice, mails sent twice and calendars that differ from a fresh replay.
 */
export const runKillRounds = async (options: Options): Promise<KillReport> => {
  const { rounds, random = Math.random, onRound } = options;
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-kill-'));
  const start = () => startStack({ ...settings, VAR_DIRECTORY: varDirectory });
  let stack = await start();
  let longestRestartMs = 0;
  try {
    const { anna, clinics } = await prepare(stack);
    const load = createLoad({
      token: anna.token,
      clinics,
      days: daysAhead,
      random,
    });
    for (let round = 1; round <= rounds; round += 1) {
      await killUnderLoad(stack, load, 150 + random() * 1500);
      const began = performance.now();
      stack = await start();
      longestRestartMs = Math.max(longestRestartMs, performance.now() - began);
      onRound?.(round);
    }
    const { acknowledged, confirmed, lost, refused } = load.results;
    const { findings, ...seen } = await inspect(varDirectory, load.results);
    const counts = { acknowledged: acknowledged.size, confirmed: confirmed.size, lost, refused, ...seen };
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
