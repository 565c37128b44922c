import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { faultsOf } from './looks.ts';
import { screens, type World } from './screens.ts';
import { openDemo } from './screens/demo.ts';
import { looksAt } from './screens/openings.ts';
import type { Device } from './screens/opening.ts';
import { leave, show } from './screens/show.ts';

const window = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

/** Everything that the pages asked for and did not get; what they gave up themselves they did not want. */
const unanswered = (context: BrowserContext): string[] => {
  const failed: string[] = [];
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') failed.push(`${request.url()}: ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.url()}: ${response.status()}`);
  });
  return failed;
};

/** A test for every screen with all that opens on it, on one device: each device is a worker's to look at. */
export const lookAtEveryScreen = (device: Device): void => {
  let world: World;
  test.beforeAll(async ({ stack }) => {
    test.setTimeout(900_000);
    world = await openDemo(stack, device);
  });

  for (const screen of screens)
    test(`${screen.route} on a ${device}`, async ({ openWindow }) => {
      // Some screens have a dozen looks, each in several ways.
      test.setTimeout(900_000);
      const context = await openWindow({ ...window, phone: device === 'phone' });
      const failed = unanswered(context);
      const faults: string[] = [];
      for (const state of looksAt(screen, device))
        await test.step(state.name, async () => {
          const page = await show(context, { screen, state, world, language: 'it' });
          faults.push(...(await faultsOf({ page, screen, state, device })));
          await leave(page);
        });
      expect(faults).toEqual([]);
      expect(failed, 'requests that failed').toEqual([]);
    });
};
