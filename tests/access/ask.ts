import { api } from '@visita/contracts/api/table';
import { succeed } from '../support/http.ts';
import { type Actor, isRole, type Row } from './matrix-table.ts';
import { expiredToken } from './people.ts';
import { accountRequests } from './requests/account.ts';
import { bookingRequests } from './requests/booking.ts';
import { clinicRequests } from './requests/clinic.ts';
import { outdatedRequests } from './requests/outdated.ts';
import { personalDataRequests } from './requests/personal-data.ts';
import type { Request, Sent } from './requests/request.ts';
import { waitingRequests } from './requests/waiting.ts';
import type { World } from './world.ts';

export const requests: Readonly<Record<string, Request>> = {
  ...accountRequests,
  ...clinicRequests,
  ...bookingRequests,
  ...personalDataRequests,
  ...outdatedRequests,
  ...waitingRequests,
};

export const isAllowed = ({ expected }: Row, actor: Actor): boolean => (expected[actor] ?? 500) < 400;

/**
 * Returns the request of a row. It changes a fresh object if the actor is allowed to, unless `fresh` is
 * false.
 */
export const requestOf = async (world: World, row: Row, actor: Actor, fresh = true): Promise<Sent> => {
  const request = requests[row.name];
  if (!request) throw new Error(`say what ${row.name} asks for`);
  const changes = fresh && api[row.call].method !== 'GET' && isAllowed(row, actor);
  return request({ world, actor, changes, me: world.people[isRole(actor) ? actor : 'self'] });
};

/** Returns the tokens of all actors, including those without a session. */
export const openBearers = async ({ backstage, client, people, standing }: World) => {
  const { proId } = people.self;
  const ended = await backstage.sessions.start(proId);
  await succeed(client.call('logOut', { token: ended }));
  const others: Partial<Record<Actor, string>> = {
    patient: backstage.bookingTokens.issue('confirm', standing.holds.waiting),
    expired: await expiredToken(backstage, proId),
    ended,
    misused: backstage.accountTokens.issue('reset', { proId, tokenId: proId }),
  };
  return (actor: Actor): string | undefined => (isRole(actor) ? people[actor].token : others[actor]);
};
export type Bearers = Awaited<ReturnType<typeof openBearers>>;
