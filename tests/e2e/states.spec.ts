import { paths } from '../../web/src/lib/paths.ts';
import { expect, test } from './fixtures.ts';
import { screens, type Text, type World } from './screens.ts';
import { leave, show } from './screens/show.ts';
import { textsOf } from './texts.ts';

const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true, outages: true };
const common = textsOf('it', 'common');
const text: Text = (namespace, key, values) => textsOf('it', namespace)(key, values);

// One file for all screens would keep one worker busy when the others are done.
test.describe.configure({ mode: 'parallel' });

/** The addresses of the router; the index of the dashboard stands in the table as the dashboard itself. */
const routed = [...Object.values(paths), '/dashboard', '*', '/'];

test('every address of the router stands in the table of screens', () => {
  const routes = screens.map(({ route }) => route);
  expect(routed.filter((route) => !routes.includes(route))).toEqual([]);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});

test('every screen that loads has a state for each way that may go', () => {
  const states = new Map(screens.map(({ route, states: of }) => [route, of.map(({ name }) => name)]));
  for (const [route, names] of states) {
    expect([route, names]).toEqual([route, expect.arrayContaining(['ready'])]);
    if (names.includes('loading')) expect([route, names]).toEqual([route, expect.arrayContaining(['error'])]);
  }
});

for (const screen of screens) {
  test(`${screen.route} shows ${screen.states.map(({ name }) => name).join(', ')}`, async ({
    openWindow,
    world,
  }) => {
    const context = await openWindow(browser);
    for (const state of screen.states)
      await test.step(state.name, async () => {
        await leave(await show(context, { screen, state, world, language: 'it' }));
      });
  });
}

/** A screen of the table in one of its states. */
const lookAt = (world: World, route: string, name: string) => {
  const screen = screens.find((one) => one.route === route);
  const state = screen?.states.find((one) => one.name === name);
  if (!screen || !state) throw new Error(`the table has no ${name} of ${route}`);
  return { screen, state, world, language: 'it' } as const;
};

test('Retry reads what had failed', async ({ openWindow, world }) => {
  const context = await openWindow(browser);
  for (const route of ['/dashboard/patients', '/dashboard/inactivity', '/booking/:username']) {
    const failed = lookAt(world, route, 'error');
    const page = await show(context, failed);
    await page.unrouteAll();
    await failed.state.sign(page, text).click();
    // What the product itself has: no closing is planned.
    const ready = route === '/dashboard/inactivity' ? 'empty' : 'ready';
    await expect(lookAt(world, route, ready).state.sign(page, text).first()).toBeVisible();
    await leave(page);
  }
});

test('back online, what is on the page is read again', async ({ openWindow, world }) => {
  const context = await openWindow(browser);
  const page = await show(context, lookAt(world, '/dashboard/patients', 'offline'));
  const read = page.waitForResponse('**/api/patients/**');
  await context.setOffline(false);
  expect((await read).status()).toBe(200);
  await expect(page.getByText(new RegExp(common('offline.since', { time: '.+' })))).toHaveCount(0);
});
