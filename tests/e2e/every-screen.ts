import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { faultsOf } from './looks.ts';
import { screens } from './screens.ts';
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

/** A test for every screen with all that opens on it, on one device. */
export const lookAtEveryScreen = (device: Device): void => {
  test.describe.configure({ mode: 'parallel' });
  for (const screen of screens)
    test(`${screen.route} on a ${device}`, async ({ openWindow, demo }) => {
      // Some screens have a dozen looks, each in several ways.
      test.setTimeout(900_000);
      const context = await openWindow({ ...window, phone: device === 'phone' });
      const failed = unanswered(context);
      const faults: string[] = [];
      for (const [index, state] of looksAt(screen, device).entries())
        await test.step(state.name, async () => {
          const page = await show(context, { screen, state, world: demo, language: 'it' });
          faults.push(...(await faultsOf({ page, screen, state, device, opened: index > 0 })));
          await leave(page);
        });
      expect(faults).toEqual([]);
      expect(failed, 'requests that failed').toEqual([]);
    });
};
