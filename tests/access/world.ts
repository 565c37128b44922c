import { openBackstage } from '../support/backstage.ts';
import { createClient } from '../support/http.ts';
import type { Stack } from '../support/stack.ts';
import { createFresh } from './fresh.ts';
import { createSlots, gather } from './people.ts';
import { createStanding } from './standing.ts';

/** Creates a clinic with a professional of each role, and factories for objects that tests use up. */
export const openWorld = async (stack: Stack, slot = createSlots()) => {
  const client = createClient(stack.address);
  const backstage = await openBackstage(stack.place);
  const gathered = await gather(client, backstage);
  const deps = { client, backstage, gathered };
  const fresh = createFresh(deps, slot);
  return {
    client,
    origin: stack.address,
    backstage,
    ...gathered,
    fresh,
    standing: await createStanding(deps, fresh),
  };
};
export type World = Awaited<ReturnType<typeof openWorld>>;
