import { lookAtEveryScreen } from './every-screen.ts';
import { expect, test } from './fixtures.ts';
import { screens } from './screens.ts';
import { openingRoutes } from './screens/openings.ts';

test('what opens, opens on a screen of the table', () => {
  const routes = screens.map(({ route }) => route);
  expect(openingRoutes.filter((route) => !routes.includes(route))).toEqual([]);
});

lookAtEveryScreen('desktop');
