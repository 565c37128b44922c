import type { BrowserContext } from '@playwright/test';
import { everyLook } from './every-look.ts';
import { expect, test } from './fixtures.ts';
import { faultsOf, same, windows } from './looks.ts';
import { screens } from './screens.ts';
import type { Device } from './screens/opening.ts';
import { looksAt, openingRoutes, type Seen } from './screens/openings.ts';
import { show } from './screens/show.ts';

const window = { locale: 'it-IT', timezoneId: 'Europe/Rome' };

/** Before a release each device opens its own pages; otherwise a desktop window is resized to a phone's. */
const rounds: readonly (readonly Device[])[] = everyLook ? [['desktop'], ['phone']] : [['desktop', 'phone']];

/** Records failed requests of the pages, without those they aborted. */
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

/** Returns a state as seen in a device's window. */
const inWindow = (state: Seen, device: Device): Seen => ({
  ...state,
  before: async (page) => {
    await page.setViewportSize(windows[device].own);
    await state.before?.(page);
  },
});

// In parallel, because one file with all screens would keep one worker busy at the end.
test.describe.configure({ mode: 'parallel' });

test('every opening belongs to a screen of the table', () => {
  const routes = screens.map(({ route }) => route);
  expect(openingRoutes.filter((route) => !routes.includes(route))).toEqual([]);
});

for (const devices of rounds)
  for (const screen of screens)
    test(
      `${screen.route} on a ${devices.join(' and a ')}`,
      { tag: same.includes(screen.route) ? ['@release'] : [] },
      async ({ openWindow, demo }) => {
        // Some screens have a dozen states, each checked several ways.
        test.setTimeout(900_000);
        const context = await openWindow(window);
        const failed = unanswered(context);
        const page = await context.newPage();
        const faults: string[] = [];
        for (const state of everyLook ? looksAt(screen, devices) : looksAt(screen, []).slice(0, 1))
          await test.step(state.name, async () => {
            const on = state.only ? [state.only] : devices;
            const look = {
              screen,
              state: inWindow(state, on[0] ?? 'desktop'),
              world: demo,
              language: 'it',
            } as const;
            await show(page, look);
            faults.push(...(await faultsOf({ page, screen, state, devices: on })));
          });
        expect(faults).toEqual([]);
        expect(failed, 'requests that failed').toEqual([]);
      },
    );
