import { succeed } from '../support/http.ts';
import { endHub, password, type Role, roles } from './people.ts';
import type { Deps, Fresh } from './fresh.ts';

type Booked = Exclude<Role, 'invited' | 'reception'>;

/** Bookings of each actor, placed before any was paused or left. */
const ownBookings = async ({ book }: Fresh): Promise<Readonly<Record<Booked, string>>> => {
  const booked = roles.filter((role): role is Booked => role !== 'invited' && role !== 'reception');
  const all = await Promise.all(booked.map(async (role) => [role, (await book(role)).id] as const));
  return Object.fromEntries(all) as Record<Booked, string>;
};

/** Bookings with a pending, expired or used link. */
const holdsOf = async ({ client, backstage, gathered }: Deps, { hold }: Fresh, patientId: string) => {
  const { people, clinic } = gathered;
  const { proId, hubId, token } = people.self;
  const holds = { waiting: await hold(), lapsed: await hold(), cancelled: await hold() };
  await succeed(client.call('deleteBooking', { params: { id: holds.cancelled }, token }));
  const data = { bookingId: holds.lapsed, proId, hubId, clinicId: clinic.clinicId, patientId };
  await backstage.append(`booking-${holds.lapsed}`, { type: 'BookingLapsed', data });
  return holds;
};

/** Used and expired links of professionals. */
const linksOf = async ({ client: { call } }: Deps, { link }: Fresh) => {
  const each = async (hours?: number) => ({
    reset: await link('reset', hours),
    'email-change': await link('email-change', hours),
    'address-proof': await link('address-proof', hours),
  });
  const used = await each();
  const body = { email: used.reset.email, password };
  await succeed(call('setPassword', { body, token: used.reset.token }));
  await succeed(call('confirmEmailChange', { body: { password }, token: used['email-change'].token }));
  await succeed(call('confirmEmail', { token: used['address-proof'].token }));
  return { used, ended: await each(-1) };
};

const deletedClinic = async ({ client: { call }, gathered: { people } }: Deps, fresh: Fresh) => {
  const id = await fresh.clinic();
  const { token } = people.owner;
  await succeed(call('updateClinic', { params: { id }, body: { status: 'archived' }, token }));
  return id;
};

/** A patient of `self` at a clinic that shares its patients. */
const sharedPatient = async ({ client: { call }, gathered }: Deps, { patientOf, slot }: Fresh) => {
  const { people, closed, closedHubs } = gathered;
  const sharing = { params: { id: closed.clinicId }, body: { patients_shared: true } } as const;
  await succeed(call('updateClinic', { ...sharing, token: people.owner.token }));
  const booking = { hubServiceId: closedHubs.self.offers[0], date: slot() };
  const body = { booking, patient: patientOf('shared') };
  const { patient } = await succeed(call('placeBooking', { body, token: people.self.token }));
  return { patientId: patient.id };
};

/** Creates the objects shared by all tests; used-up ones are created per test. */
export const createStanding = async (deps: Deps, fresh: Fresh) => {
  const { people, closedHubs } = deps.gathered;
  const booking = await fresh.book('self', 'carla');
  const shared = await sharedPatient(deps, fresh);
  const own = await ownBookings(fresh);
  for (const [role, status] of [
    ['paused', 'paused'],
    ['former', 'archived'],
  ] as const) {
    await endHub(deps.client, people.owner, people[role].hubId, status);
    await endHub(deps.client, people.owner, closedHubs[role].hubId, status);
  }
  return {
    booking,
    shared,
    own,
    seriesId: await fresh.series(),
    service: await fresh.service(),
    offer: await fresh.offer(),
    hours: await fresh.hours(),
    deletedClinic: await deletedClinic(deps, fresh),
    closing: await fresh.closing(),
    vacation: await fresh.vacation(),
    holds: await holdsOf(deps, fresh, booking.patientId),
    links: await linksOf(deps, fresh),
  };
};
