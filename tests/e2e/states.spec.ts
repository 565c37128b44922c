import { paths } from '../../web/src/lib/page/paths.ts';
import { violationsOn } from './axe.ts';
import { untilLive } from './dashboard.ts';
import { everyLook } from './every-look.ts';
import { expect, test } from './fixtures.ts';
import { barriersOf, same } from './looks.ts';
import { screens, type Screen, type State, type Text, type World } from './screens.ts';
import { looksAt } from './screens/openings.ts';
import { show } from './screens/show.ts';
import { textsOf } from './texts.ts';

const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true, outages: true };
const common = textsOf('it', 'common');
const text: Text = (namespace, key, values) => textsOf('it', namespace)(key, values);

// In parallel, because one file with all screens would keep one worker busy at the end.
test.describe.configure({ mode: 'parallel' });

/** States that differ visually from ready, one of each kind. Timed messages disappear too soon. */
const unlike: Readonly<Record<string, readonly string[]>> = {
  '/password-request': ['done', 'failed'],
  '/password-setting': ['error'],
  '/new-mail-setting': ['incomplete'],
  '/onboarding/personal-data': ['error'],
  '/dashboard/calendar': ['error', 'stale', 'days that could not be loaded'],
  '/dashboard/clinic': ['empty', 'invited', 'error'],
  '/dashboard/patients': ['empty', 'no match'],
  '/dashboard/patients/:patientId': ['without the plan'],
  '/dashboard/overview': ['empty'],
  '/dashboard/inactivity': ['without the plan', 'empty'],
  '/dashboard/account-data': ['failed'],
  '/booking/:username': ['error', 'empty', 'no free day', 'unknown'],
  '/confirmation': ['error', 'asked for a press'],
};

/**
 * Screens that cannot switch the language offline, because the texts are not loaded; each language has its
 * own context.
 */
const silent = ['/login', '/dashboard/calendar', '/booking/:username'];

/** The router's addresses; the dashboard's index is listed as the dashboard. */
const routed = [...Object.values(paths), '/dashboard', '/dashboard/*', '*', '/'];

test('every address of the router is in the table of screens', () => {
  const routes = screens.map(({ route }) => route);
  expect(routed.filter((route) => !routes.includes(route))).toEqual([]);
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});

test('every state checked for accessibility is in the table', () => {
  const states = screens.flatMap(({ route, states: of }) => of.map(({ name }) => `${route}: ${name}`));
  const searched = Object.entries(unlike).flatMap(([route, names]) =>
    names.map((name) => `${route}: ${name}`),
  );
  const silently = silent.map((route) => `${route}: offline`);
  expect([...searched, ...silently].filter((state) => !states.includes(state))).toEqual([]);
});

test('every screen that loads has a state for each outcome', () => {
  const states = new Map(screens.map(({ route, states: of }) => [route, of.map(({ name }) => name)]));
  for (const [route, names] of states) {
    expect([route, names]).toEqual([route, expect.arrayContaining(['ready'])]);
    if (names.includes('loading')) expect([route, names]).toEqual([route, expect.arrayContaining(['error'])]);
  }
});

/**
 * Screens with every state in the daily run; others reuse the same components and are checked before a
 * release.
 */
const seenMost = ['/dashboard/calendar', '/booking/:username'];

/** Returns the states to check; the ready state is covered by the tests of looks, except before a release. */
const statesOf = (screen: Screen): readonly State[] =>
  screen.states.filter((state) => {
    if (everyLook) return true;
    if (state === looksAt(screen, [])[0]) return same.includes(screen.route);
    return seenMost.includes(screen.route) || unlike[screen.route]?.includes(state.name);
  });

for (const screen of screens.filter((one) => statesOf(one).length > 0)) {
  test(`${screen.route} shows ${statesOf(screen)
    .map(({ name }) => name)
    .join(', ')}`, async ({ openWindow, world }) => {
    const page = await (await openWindow(browser)).newPage();
    const faults: string[] = [];
    for (const state of statesOf(screen))
      await test.step(state.name, async () => {
        await show(page, { screen, state, world, language: 'it' });
        if (unlike[screen.route]?.includes(state.name))
          faults.push(...(await barriersOf({ page, screen, state })));
        if (state.name === 'offline' && silent.includes(screen.route))
          faults.push(...(await violationsOn(page)));
      });
    expect(faults).toEqual([]);
  });
}

/** Returns a screen's state of the table. */
const lookAt = (world: World, route: string, name: string) => {
  const screen = screens.find((one) => one.route === route);
  const state = screen?.states.find((one) => one.name === name);
  if (!screen || !state) throw new Error(`the table has no ${name} of ${route}`);
  return { screen, state, world, language: 'it' } as const;
};

for (const [language, locale] of [
  ['en', 'en-GB'],
  ['es', 'es-ES'],
] as const)
  test(`screens without a network in ${language}`, { tag: '@release' }, async ({ openWindow, world }) => {
    const page = await (await openWindow({ ...browser, locale })).newPage();
    const faults: string[] = [];
    for (const route of silent) {
      await show(page, { ...lookAt(world, route, 'offline'), language });
      for (const fault of await violationsOn(page)) faults.push(`${route}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

test('Retry reads what had failed', async ({ openWindow, world }) => {
  const page = await (await openWindow(browser)).newPage();
  for (const route of ['/dashboard/patients', '/dashboard/inactivity', '/booking/:username']) {
    const failed = lookAt(world, route, 'error');
    await show(page, failed);
    // Joining the rooms reads again by itself.
    if (route.startsWith('/dashboard')) await untilLive(page);
    await page.unrouteAll();
    await failed.state.sign(page, text).click();
    // The product's data has no closing.
    const ready = route === '/dashboard/inactivity' ? 'empty' : 'ready';
    await expect(lookAt(world, route, ready).state.sign(page, text).first()).toBeVisible();
  }
});

test('back online, the page’s data is read again', async ({ openWindow, world }) => {
  const context = await openWindow(browser);
  const page = await context.newPage();
  await show(page, lookAt(world, '/dashboard/patients', 'offline'));
  const read = page.waitForResponse('**/api/patient_list/**');
  await context.setOffline(false);
  expect((await read).status()).toBe(200);
  await expect(page.getByText(new RegExp(common('offline.since', { time: '.+' })))).toHaveCount(0);
});
