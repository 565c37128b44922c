import { createAccessTokens } from '@visita/platform/auth/access-token';
import type { Backstage } from '../support/backstage.ts';
import { type Client, succeed } from '../support/http.ts';
import {
  dayAhead,
  invite,
  join,
  openClinic,
  registerPro,
  type RegisteredPro,
} from '../support/http-practice.ts';

/** Roles at a clinic; `reception` offers no services, and `other` has no relation to it. */
export const roles = [
  'self',
  'owner',
  'manager',
  'guest',
  'reception',
  'paused',
  'invited',
  'former',
  'other',
] as const;
export type Role = (typeof roles)[number];
type Hub = { readonly hubId: string; readonly offers: readonly [string, string] };
export type Person = RegisteredPro & Hub;
export type People = Readonly<Record<Role, Person>>;
export type Place = { readonly clinicId: string; readonly services: readonly string[] };

export const password = 'secret123';

const usernames: Record<Role, string> = {
  self: 'sara',
  owner: 'olga',
  manager: 'mara',
  guest: 'gino',
  reception: 'rita',
  paused: 'paolo',
  invited: 'ivo',
  former: 'fabio',
  other: 'stella',
};

const register = async (client: Client): Promise<Record<Role, RegisteredPro>> => {
  const all = await Promise.all(
    roles.map(async (role) => [role, await registerPro(client, usernames[role])] as const),
  );
  return Object.fromEntries(all) as Record<Role, RegisteredPro>;
};

/** Creates a clinic with a hub for each role; `other` has none. */
const fillClinic = async (client: Client, pros: Record<Role, RegisteredPro>, onlineBooking: boolean) => {
  const { owner } = pros;
  const name = onlineBooking ? 'Studio Roma' : 'Studio chiuso';
  const opened = await openClinic(client, owner, name, { onlineBooking });
  const { clinicId, services, hubId, offers } = opened;
  const team = { owner, clinicId, services };
  const members = ['self', 'manager', 'guest', 'paused', 'former'] as const;
  const joining = members.map(async (role): Promise<[string, Hub]> => [
    role,
    await join(client, team, pros[role]),
  ]);
  const joined = Object.fromEntries(await Promise.all(joining)) as Record<(typeof members)[number], Hub>;
  const invited = await invite(client, team, pros.invited.email);
  const reception = await join(client, { ...team, role: 'reception' }, pros.reception);
  const body = { role: 'manager' } as const;
  const params = { id: joined.manager.hubId };
  await succeed(client.call('updateHub', { params, body, token: owner.token }));
  return { place: { clinicId, services }, hubs: { ...joined, reception, invited, owner: { hubId, offers } } };
};

export const endHub = async (client: Client, owner: Person, hubId: string, status: 'paused' | 'archived') => {
  await succeed(client.call('updateHub', { params: { id: hubId }, body: { status }, token: owner.token }));
};

/**
 * Creates one professional per role, at a bookable clinic and at one without online booking; none has left or
 * paused yet.
 */
export const gather = async (client: Client, backstage: Backstage) => {
  const pros = await register(client);
  for (const role of ['owner', 'self'] as const) await backstage.assignPremium(pros[role].proId);
  await succeed(
    client.call('updateOptions', {
      params: { id: pros.self.proId },
      body: { calendarPageUrl: `${usernames.self}_studio` },
      token: pros.self.token,
    }),
  );
  const [open, closed, others] = await Promise.all([
    fillClinic(client, pros, true),
    fillClinic(client, pros, false),
    openClinic(client, pros.other, 'Studio Ostia'),
  ]);
  const hubs: Record<Role, Hub> = { ...open.hubs, other: others };
  const people = Object.fromEntries(
    roles.map((role) => [role, { ...pros[role], ...hubs[role] }]),
  ) as unknown as People;
  return {
    people,
    clinic: open.place,
    closed: closed.place,
    closedHubs: closed.hubs,
    othersServices: others.services,
  };
};

/** Returns an expired token of an active session. */
export const expiredToken = async ({ sessions, keys }: Backstage, proId: string): Promise<string> => {
  const tokens = createAccessTokens(keys.for('signing'));
  const session = await sessions.authenticate(await sessions.start(proId));
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  return tokens.sign({ proId, sessionId: session!.sessionId, expires: before(1) }, before(13));
};

/**
 * Returns unique booking times at full and half hours, without those around clock changes; they
 * repeat after `days`.
 */
export const createSlots = (days = Infinity) => {
  let taken = 0;
  return (): string => {
    const [day, half] = [2 + (Math.floor(taken / 40) % days), taken % 40];
    taken += 1;
    const hour = String(4 + Math.floor(half / 2)).padStart(2, '0');
    return `${dayAhead(day)}T${hour}:${half % 2 === 0 ? '00' : '30'}`;
  };
};
