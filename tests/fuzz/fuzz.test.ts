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
 * Need an authenticator's code, a signature of a passkey or gateway, a past visit, a holiday's date or a pending account
 * review, which random requests don't have; `flows/every-call` and `command-service/src/pro/review.test.ts`
 * cover them.
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
  'receiveMessage',
  'receiveMessageByGet',
];

// For more inputs and other seeds: `node tests/fuzz/run.ts --help`.
it('answers random requests to any call as described, and appends nothing for refused ones', async () => {
  const inputs = 40;
  const { reports, failures } = await fuzz(world, { seed: 1, inputs });
  expect(failures).toEqual([]);
  const sent = reports.map(({ name, statuses }) => [name, statuses.values().reduce((sum, one) => sum + one)]);
  expect(new Map(sent as [string, number][])).toEqual(new Map(calls.map(([name]) => [name, inputs])));
  // Every call must succeed sometimes, or its code is not reached.
  const never = reports.filter(({ statuses }) => !statuses.has(200)).map(({ name }) => name);
  expect(never.filter((name) => !beyondChance.includes(name))).toEqual([]);
}, 1_800_000);
