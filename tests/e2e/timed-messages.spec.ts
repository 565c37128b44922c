import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Text } from './screens/screen.ts';
import type { World } from './screens/world.ts';
import { textsOf } from './texts.ts';
import { accountMessages } from './timed/account.ts';
import { bookingMessages } from './timed/bookings.ts';
import { clinicMessages } from './timed/clinics.ts';
import { seriesMessages } from './timed/series.ts';
import { recallMessages } from './timed/recalls.ts';
import { waitingMessages } from './timed/waiting.ts';
import { publicMessages } from '../../web/src/public-booking/messages.ts';
import { specified, table, type TimedMessage } from './timed/message.ts';
import { patientMessages } from './timed/patients.ts';

const messages = [
  ...accountMessages,
  ...bookingMessages,
  ...clinicMessages,
  ...patientMessages,
  ...seriesMessages,
  ...waitingMessages,
  ...recallMessages,
];
const text: Text = (namespace, key, values) => textsOf('it', namespace)(key, values);
const fade = 500;

test.describe.configure({ mode: 'parallel' });

/**
 * Messages of the daily run, one of each kind: a failed and a successful toast, a screen that closes, and the
 * public pages. `toast.test.tsx` covers all durations every time.
 */
const everyTime: readonly string[] = ['loginFailed', 'emailChanged', ...Object.keys(publicMessages)];

test('every message of the table is raised, and stays as long as specified', () => {
  const raised = messages.map(({ message }) => message);
  expect(Object.keys(table).filter((name) => !raised.some((message) => message === name))).toEqual([]);
  const fixed = messages.flatMap(({ situation, message }) =>
    situation ? [[situation, table[message].seconds]] : [],
  );
  expect(Object.fromEntries(fixed)).toEqual(specified);
});

/** Returns whether an element's background or border is more red or green. */
const leaning = (message: Locator): Promise<string> =>
  message.evaluate((element) => {
    const view = element.ownerDocument.defaultView;
    const context = element.ownerDocument.createElement('canvas').getContext('2d');
    if (!view || !context) throw new Error('no colours');
    const styles = view.getComputedStyle(element);
    for (const colour of [styles.backgroundColor, styles.borderTopColor]) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0] = context.getImageData(0, 0, 1, 1).data;
      if (red !== green) return red > green ? 'failed' : 'done';
    }
    return 'neither';
  });

const open = async (page: Page, world: World, message: TimedMessage): Promise<void> => {
  const viewer = message.viewer ?? 'pro';
  if (viewer !== 'visitor')
    await page.addInitScript(`localStorage.setItem('visita.session', '${world.tokens[viewer]}')`);
  await page.clock.install();
  await message.before?.(page);
  await page.goto(typeof message.path === 'string' ? message.path : message.path(world));
  await message.prepare?.(page, text);
};

/** Stops the page's clock, which the test then controls. */
const stopClock = async (page: Page): Promise<void> => {
  const now = await page.evaluate('Date.now()');
  await page.clock.pauseAt(Number(now) + 1000);
};

for (const message of messages) {
  const { kind, seconds, text: key } = table[message.message];
  const [namespace = '', path = ''] = key.split(':');
  const tag = everyTime.includes(message.message) ? [] : ['@release'];
  test(
    `${message.situation ?? message.message} stays for ${seconds} s`,
    { tag },
    async ({ openWindow, world }) => {
      const context = await openWindow({
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        refusals: true,
        outages: true,
      });
      const page = await context.newPage();
      await open(page, world, message);
      await stopClock(page);
      await message.act(page, text);
      const role = kind === 'failed' ? 'alert' : 'status';
      const shown =
        message.shows?.(page, text) ??
        page
          .getByRole(role)
          .filter({ hasText: text(namespace, path, message.values) })
          .last();
      await expect(shown).toBeVisible();
      if (!message.shows) expect(await leaning(shown)).toBe(kind);
      await message.check?.(page, text);
      await page.clock.runFor(seconds * 1000 - 50);
      await expect(shown).toBeVisible();
      if (message.leadsTo === 'login') {
        await page.clock.runFor(100);
        return page.waitForURL('**/login');
      }
      await shown.hover();
      await page.clock.runFor(seconds * 1000 + fade);
      await expect(shown, 'hovering holds it').toBeVisible();
      await page.mouse.move(1, 1);
      await page.clock.runFor(seconds * 1000 - 50);
      await expect(shown).toBeVisible();
      await page.clock.runFor(50 + fade);
      await expect(shown).toBeHidden();
      return undefined;
    },
  );
}
