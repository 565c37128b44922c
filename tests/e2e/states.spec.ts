import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { openWorld, screens, type World } from './screens.ts';
import { leave, show } from './screens/show.ts';
import { textsOf } from './texts.ts';

const browser = { locale: 'it-IT', timezoneId: 'Europe/Rome', refusals: true, outages: true };
const common = textsOf('it', 'common');
const app = join(import.meta.dirname, '../../web/src/app');

let world: World;

test.beforeAll(async ({ stack }) => {
  world = await openWorld(stack, 'stella_states');
});

/** The addresses of the router, read from its source: what it is made of needs a browser. */
const routed = (): string[] => {
  const source = readFileSync(join(app, 'router.tsx'), 'utf8');
  const paths = Object.fromEntries(
    [...readFileSync(join(app, 'paths.ts'), 'utf8').matchAll(/^ {2}(\w+): '(.+)',$/gm)].map(
      ([, name, path]) => [name, path],
    ),
  );
  const named = [...source.matchAll(/path: (?:paths\.(\w+)|'(.+?)')/g)].map(
    ([, name, literal]) => literal ?? paths[name ?? ''] ?? `paths.${name}`,
  );
  // The index of the dashboard stands in the table as the dashboard itself.
  return [...named, '/'];
};

test('every address of the router stands in the table of screens', () => {
  const routes = screens.map(({ route }) => route);
  expect(routed().length).toBeGreaterThan(20);
  expect(routed().filter((route) => !routes.includes(route))).toEqual([]);
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
  }) => {
    const context = await openWindow(browser);
    for (const state of screen.states)
      await test.step(state.name, async () => {
        await leave(await show(context, { screen, state, world, language: 'it' }));
      });
  });
}

test('back online, what is on the page is read again', async ({ openWindow }) => {
  const context = await openWindow(browser);
  const screen = screens.find(({ route }) => route === '/dashboard/patients');
  const state = screen?.states.find(({ name }) => name === 'offline');
  if (!screen || !state) throw new Error('the table has no patients who are offline');
  const page = await show(context, { screen, state, world, language: 'it' });
  const read = page.waitForResponse('**/api/patients/**');
  await context.setOffline(false);
  expect((await read).status()).toBe(200);
  await expect(page.getByText(new RegExp(common('offline.since', { time: '.+' })))).toHaveCount(0);
});
