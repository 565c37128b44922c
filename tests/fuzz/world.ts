import type { OpenApiDocument } from '@visita/contracts/api/openapi';
import type { CallName } from '@visita/contracts/api/table';
import { type Bearers, openBearers } from '../access/ask.ts';
import { createSlots } from '../access/people.ts';
import { openWorld } from '../access/world.ts';
import { succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';
import { startCalendarStack } from '../support/calendar-stack.ts';
import type { Stack } from '../support/stack.ts';
import { type Known, type KnownKind, knownTag } from './hostile.ts';

const uuid = /(?<!\.)\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b(?!\.)/g;
const child = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-z]{1,16}\b/g;

/** Maximum days ahead for online booking, because many times get booked. */
const daysAhead = 60;

type People = Awaited<ReturnType<typeof openWorld>>;

/** Values of the world by kind. */
const gatherKnown = (world: People, bearers: Bearers): Readonly<Record<KnownKind, readonly string[]>> => {
  const { people, clinic, closed, closedHubs, othersServices, standing, backstage } = world;
  const text = JSON.stringify({ people, clinic, closed, closedHubs, othersServices, standing });
  const emails = Object.values(people).map(({ email }) => email);
  const { issue } = backstage.bookingTokens;
  const bookings = [standing.booking.id, ...Object.values(standing.holds), ...Object.values(standing.own)];
  const links = Object.values(standing.links).flatMap((some) => Object.values(some));
  return {
    uuid: [...new Set(text.match(uuid))],
    child: [...new Set(text.match(child))],
    email: [...emails, 'carla@example.com', 'elsa@example.com', 'nobody@example.com'],
    username: emails.map((email) => email.split('@')[0]!),
    token: [
      ...bookings.flatMap((id) => [issue('manage', id), issue('confirm', id)]),
      ...links.map(({ token }) => token),
      ...(['expired', 'ended', 'misused', 'other', 'guest'] as const).map((actor) => bearers(actor)!),
    ],
  };
};

/** Shared mailed link of the requests without one of their own. */
export type StandingLink = { readonly token: string; readonly email: string };

const standingLinks = async ({ backstage, fresh, standing }: People) => {
  const { issue } = backstage.bookingTokens;
  const booking = (purpose: 'confirm' | 'manage', id: string): StandingLink => {
    return { token: issue(purpose, id), email: '' };
  };
  const [reset, change] = [await fresh.link('reset'), await fresh.link('email-change')];
  const proof = await fresh.link('address-proof');
  const links: { readonly [Name in CallName]?: StandingLink } = {
    confirmBooking: booking('confirm', standing.holds.waiting),
    getManagedBooking: booking('manage', standing.booking.id),
    moveManagedBooking: booking('manage', standing.booking.id),
    getVisitAnswer: booking('manage', standing.booking.id),
    answerVisit: booking('manage', standing.booking.id),
    getMyMessages: booking('manage', standing.booking.id),
    setMyMessages: booking('manage', standing.booking.id),
    cancelManagedBooking: booking('manage', standing.holds.cancelled),
    verifyResetToken: reset,
    setPassword: reset,
    confirmEmailChange: change,
    confirmEmail: proof,
  };
  return links;
};

const documentOf = async (stack: Stack) =>
  (await (await fetch(new URL('/api/docs/openapi.json', stack.address))).json()) as OpenApiDocument;

/** An account keeps its hundred last-used sessions; keeps the world's own in use while requests open more. */
const keepSessions = async (stack: Stack): Promise<void> => {
  await using inside = await lookInside(stack.place);
  await inside.pool.query("update auth.sessions set last_seen = now() + interval '1 day'");
};

/** Starts the default product with the access matrix's world and a calendar service double. */
export const openFuzzWorld = async () => {
  const { double, stack, stop } = await startCalendarStack({
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'warn',
  });
  try {
    const people = await openWorld(stack, createSlots(daysAhead - 4));
    const { proId, token } = people.people.self;
    const body = { calendarAvailabilityLimit: daysAhead };
    await succeed(people.client.call('updateOptions', { params: { id: proId }, body, token }));
    const bearers = await openBearers(people);
    await keepSessions(stack);
    const things = gatherKnown(people, bearers);
    return {
      ...people,
      stack,
      double,
      bearers,
      links: await standingLinks(people),
      document: await documentOf(stack),
      resolve: (known: Known): string => {
        const all = things[known[knownTag]];
        return all[known.index % all.length]!;
      },
      close: async () => {
        await people.backstage.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
export type FuzzWorld = Awaited<ReturnType<typeof openFuzzWorld>>;

/** Returns errors in the log. */
export const complaintsOf = ({ stack }: FuzzWorld): string[] => {
  const lines = stack.output().split('\n');
  // Failures are retried; only a repeated one is permanent.
  const failures = lines.filter((line) => /"level":"(error|fatal)"/.test(line));
  const byEvent = Map.groupBy(failures, (line) => /"event":"([^"]+)"/.exec(line)?.[1]);
  const logged = [...byEvent].flatMap(([event, all]) => (event === undefined || all.length > 8 ? all : []));
  return stack.process.exitCode === null ? logged : [`the product ended:\n${stack.output()}`];
};

/** Returns the event types by correlation id. */
export const eventsByCorrelation = async ({ stack }: FuzzWorld, after: string) => {
  await using inside = await lookInside(stack.place);
  const types = new Map<string, string[]>();
  for (const { type, metadata } of await inside.events(after)) {
    types.set(metadata.correlationId, [...(types.get(metadata.correlationId) ?? []), type]);
  }
  return types;
};

type Sent = { token: string | undefined; params: Readonly<Record<string, string>>; body: unknown };

/**
 * Returns whether a request would end shared objects: sessions, people, clinics, hubs or services of the
 * world.
 */
export const wouldEnd = (
  { people, clinic, closed, othersServices, standing }: FuzzWorld,
  name: CallName,
  sent: Sent,
): boolean => {
  const { token, params, body } = sent;
  const everybody = Object.values(people);
  const id = params['id'] ?? '';
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  switch (name) {
    case 'logOut':
    case 'endOtherSessions':
      return everybody.some((one) => one.token === token);
    case 'deletePro':
      return everybody.some((one) => one.token === token && one.proId === id);
    case 'updateClinic':
      return (
        'status' in fields &&
        (id === clinic.clinicId || id === closed.clinicId || token === people.other.token)
      );
    case 'updateHub':
      return 'status' in fields && everybody.some(({ hubId }) => hubId === id);
    case 'archiveClinicService':
      return [...clinic.services, ...closed.services, ...othersServices, standing.service].includes(id);
    case 'erasePatient':
      return Object.values(params).includes(standing.booking.patientId);
    case 'removeHubService':
      return id === standing.offer || everybody.some(({ offers }) => offers.includes(id));
    default:
      return false;
  }
};

/**
 * Undoes effects that block later requests: taken times, closings, disabled switches and required second
 * factors.
 */
export const undo = async (
  { client, people }: FuzzWorld,
  name: CallName,
  sent: Sent,
  text: string,
): Promise<void> => {
  const { call } = client;
  const { data } = JSON.parse(text) as { data: { id?: string } | null };
  const [id, token] = [data?.id ?? '', sent.token ?? ''];
  const fields = (sent.body ?? {}) as Record<string, unknown>;
  if (name === 'placeBooking') await call('deleteBooking', { params: { id }, token });
  if (name === 'requestBooking') await call('deleteBooking', { params: { id }, token: people.owner.token });
  if (name === 'planClosing') await call('cancelClosing', { params: { id }, token });
  if (name === 'planVacation') await call('cancelVacation', { params: { id }, token });
  if (name === 'updateClinic' && fields['online_booking'] === false) {
    await call('updateClinic', { params: { id: sent.params['id']! }, body: { online_booking: true }, token });
  }
  if (name === 'updateClinic' && fields['second_factor'] === true) {
    await call('updateClinic', { params: { id: sent.params['id']! }, body: { second_factor: false }, token });
  }
  if (name === 'updateOptions') {
    const body = { calendarAvailabilityLimit: daysAhead, patientBookingLimit: false };
    await call('updateOptions', { params: { id: sent.params['id']! }, body, token });
  }
};
