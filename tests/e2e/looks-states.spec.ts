import { violationsOn } from './axe.ts';
import { expect, test } from './fixtures.ts';

import { barriersOf, everyLook } from './looks.ts';
import { screens, type Screen, type State } from './screens.ts';
import { leave, show } from './screens/show.ts';

const window = { timezoneId: 'Europe/Rome', refusals: true, outages: true };

/** States that look unlike what is ready, one for each way in which they do. Messages that go by themselves are gone too soon. */
const unlike: Readonly<Record<string, readonly string[]>> = {
  '/password-request': ['done', 'failed'],
  '/password-setting': ['error'],
  '/new-mail-setting': ['incomplete'],
  '/onboarding/personal-data': ['error'],
  '/dashboard/calendar': ['error', 'stale', 'days that could not be loaded'],
  '/dashboard/clinic': ['empty', 'invited', 'error'],
  '/dashboard/patients': ['empty', 'nobody found'],
  '/dashboard/patients/:patientId': ['without the plan'],
  '/dashboard/overview': ['empty'],
  '/dashboard/inactivity': ['without the plan', 'empty'],
  '/dashboard/account-data': ['failed'],
  '/booking/:username': ['error', 'empty', 'no free day', 'unknown'],
  '/confirmation': ['error'],
};

/** Where no language can be chosen, for its texts are out of reach: each has a window of its own. */
const offline = ['/login', '/dashboard/calendar', '/booking/:username'];
const locales = everyLook ? ({ it: 'it-IT', en: 'en-GB', es: 'es-ES' } as const) : ({ it: 'it-IT' } as const);

test.describe.configure({ mode: 'parallel' });

const find = (route: string, name: string): { screen: Screen; state: State } => {
  const screen = screens.find((one) => one.route === route);
  const state = screen?.states.find((one) => one.name === name);
  if (!screen || !state) throw new Error(`the table has no ${name} of ${route}`);
  return { screen, state };
};

for (const [route, names] of Object.entries(unlike))
  test(`${route} with nothing to show: ${names.join(', ')}`, async ({ openWindow, world }) => {
    test.setTimeout(900_000);
    const context = await openWindow({ ...window, locale: 'it-IT' });
    const faults: string[] = [];
    for (const name of names) {
      const look = find(route, name);
      const page = await show(context, { ...look, world, language: 'it' });
      faults.push(...(await barriersOf({ page, ...look })));
      await leave(page);
    }
    expect(faults).toEqual([]);
  });

for (const [language, locale] of Object.entries(locales))
  test(`screens without a network in ${language}`, async ({ openWindow, world }) => {
    test.setTimeout(900_000);
    const context = await openWindow({ ...window, locale });
    const faults: string[] = [];
    for (const route of offline) {
      const page = await show(context, {
        ...find(route, 'offline'),
        world,
        language: language as keyof typeof locales,
      });
      for (const fault of await violationsOn(page)) faults.push(`${route}: ${fault}`);
      await leave(page);
    }
    expect(faults).toEqual([]);
  });
