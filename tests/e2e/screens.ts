import { dashboard } from './screens/dashboard.ts';
import { entrance } from './screens/entrance.ts';
import { onboarding } from './screens/onboarding.ts';
import type { Screen } from './screens/screen.ts';
import { visitors } from './screens/visitors.ts';

export type { Screen, State, Text } from './screens/screen.ts';
export type { Viewer, World } from './screens/world.ts';

/** Every address of the product in all its states, for tests over all of them. */
export const screens: readonly Screen[] = [...entrance, ...onboarding, ...dashboard, ...visitors];
