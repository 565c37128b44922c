import { type CallName, calls } from '@visita/contracts/api/table';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { type FuzzWorld, openFuzzWorld } from './world.ts';

let world: FuzzWorld;
beforeAll(async () => {
  world = await openFuzzWorld();
}, 600_000);
afterAll(() => world?.close());

/**
 * Need the code of an authenticator, what a passkey signs, a visit whose time has come, the date of a public holiday, or an account that is asked
 * about: nothing that is made up has them, `flows/every-call` and `command-service/src/pro/review.test.ts` do.
 */
const beyondChance: readonly CallName[] = [
  'confirmFactor',
  'addPasskey',
  'logInWithPasskey',
  'renamePasskey',
  'removeFactor',
  'renewRecoveryCodes',
  'markPatientArrived',
  'markBookingAttended',
  'markBookingMissed',
  'setHoliday',
  'reviewAccount',
];

// More of it, and other seeds: `node tests/fuzz/run.ts --help`.
it('answers whatever is sent to any call as its description says, and writes nothing that it refuses', async () => {
  const inputs = 40;
  const { reports, failures } = await fuzz(world, { seed: 1, inputs });
  expect(failures).toEqual([]);
  const sent = reports.map(({ name, statuses }) => [name, statuses.values().reduce((sum, one) => sum + one)]);
  expect(new Map(sent as [string, number][])).toEqual(new Map(calls.map(([name]) => [name, inputs])));
  // Requests that never succeed would not reach what is worth reaching.
  const never = reports.filter(({ statuses }) => !statuses.has(200)).map(({ name }) => name);
  expect(never.filter((name) => !beyondChance.includes(name))).toEqual([]);
}, 1_800_000);
