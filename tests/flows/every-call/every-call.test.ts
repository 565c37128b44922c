import { calls, type CallName } from '@visita/contracts/api/table';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBackstage } from '../../support/backstage.ts';
import { type CalendarStack, startCalendarStack } from '../../support/calendar-stack.ts';
import { type Client, createClient } from '../../support/http.ts';
import { openClinic, registerPro } from '../../support/http-practice.ts';
import { sentMails, tokenIn } from '../../support/inside.ts';
import { anyName, specified } from '../../support/specified.ts';
import { connectACalendar, liveAnAccount } from './account.ts';
import { bookAsAPatient, bookAsAPro, sayWhoCame } from './booking.ts';
import { repeatVisits } from './series.ts';
import { closeForAWhile, closeOnHolidays, runAClinic, runATeam } from './clinic.ts';
import type { Scene } from './scene.ts';
import { waitForATime } from './waiting.ts';

/** An existing empty database and its keys, when the run is recorded (`tests/upgrade/record.ts`). */
const { DATABASE_URL, MASTER_KEY } = process.env;
const kept = DATABASE_URL && MASTER_KEY ? { DATABASE_URL, MASTER_KEY } : {};

let started: CalendarStack;
const succeeded = new Set<CallName>();
let scene: Scene;
beforeAll(async () => {
  started = await startCalendarStack(kept);
  const { double, stack } = started;
  const { call } = createClient(stack.address);
  const recorded: Client['call'] = async (name, sent) => {
    const reply = await call(name, sent);
    if (reply.status === 200) succeeded.add(name);
    return reply;
  };
  const client = { call: recorded };
  const anna = await registerPro(client, 'anna');
  await using backstage = await openBackstage({ ...stack.place, ...kept });
  await backstage.assignPremium(anna.proId);
  const clinic = await openClinic(client, anna, 'Studio Roma');
  const tokenFor: Scene['tokenFor'] = async (address, page) => {
    const mail = await vi.waitUntil(
      async () =>
        (await sentMails(stack.varDirectory)).find(
          (one) => one.includes(`To: ${address}`) && one.includes(`/${page}`),
        ),
      60_000,
    );
    return tokenIn(mail, page);
  };
  scene = { client, origin: stack.address, anna, clinic, double, tokenFor };
}, 600_000);
afterAll(() => started?.stop());

it.each([
  ['an account', liveAnAccount],
  ['an external calendar', connectACalendar],
  ['a clinic', runAClinic],
  ['a team', runATeam],
  ['closings and vacations', closeForAWhile],
  ['public holidays', closeOnHolidays],
  ['a patient’s booking', bookAsAPatient],
  ['a pro’s booking', bookAsAPro],
  ['who came', sayWhoCame],
  ['repeated visits', repeatVisits],
  ['a waiting list', waitForATime],
] as const)('scenario: %s', (_, story) => story(scene), 180_000);

it('the scenarios made every specified call succeed', () => {
  const named = new Map(calls.map(([name, { method, path }]) => [`${method} ${anyName(path)}`, name]));
  const missing = specified.filter((line) => {
    const name = named.get(anyName(line));
    return !name || !succeeded.has(name);
  });
  expect(missing).toEqual([]);
});
