import type { Pool } from 'pg';
import { type HubRole, type HubStatus, memberStatuses } from '@visita/contracts/clinic/events';
import { calendarRoles } from '@visita/contracts/clinic/roles';
import { select } from '@visita/read-model/query';
import type { ShownClinics, ShownHub } from '@visita/read-model/clinic/view';

/** A clinic that a pro owns or has a hub at. */
export type Membership = {
  readonly clinic_id: string;
  readonly clinic_status: 'active' | 'archived';
  readonly owner: boolean;
  /** Null until the owner chooses. */
  readonly patients_shared: boolean | null;
  readonly hub_id: string | null;
  readonly role: HubRole | null;
  readonly hub_status: HubStatus | null;
};

export const membershipsOfPro = {
  name: 'memberships',
  text: `select c.clinic_id, c.status as clinic_status, c.owner_id = $1 as owner,
      c.patients_shared, h.hub_id, h.role, h.status as hub_status
    from read.clinics c
    left join read.hubs h on h.clinic_id = c.clinic_id and h.pro_id = $1 and h.status <> 'archived'
    where c.clinic_id in (
      select clinic_id from read.clinics where owner_id = $1
      union select clinic_id from read.hubs where pro_id = $1 and status <> 'archived')
    order by c.position, h.position`,
};

/** Reads a pro's memberships that are not archived. Reliable only once the read models are settled. */
export const membershipsOf = (pool: Pool, proId: string): Promise<Membership[]> =>
  select<Membership>(pool, membershipsOfPro, [proId]);

const isMember = ({ hub_status }: Membership): boolean =>
  hub_status !== null && memberStatuses.has(hub_status);

/** Tells whether the pro sees the clinic: the owner and everyone who accepted the invitation. */
export const seesClinic = (membership: Membership): boolean =>
  membership.clinic_status === 'active' && (membership.owner || isMember(membership));

/**
 * Tells whether the pro sees the clinic's whole calendar: the owner, even of a closed clinic, active managers
 * and active receptions.
 */
export const seesCalendar = (membership: Membership): boolean =>
  membership.owner ||
  (membership.clinic_status === 'active' &&
    calendarRoles.has(membership.role) &&
    membership.hub_status === 'active');

/**
 * Returns the professionals for whom the pro may book at the clinic: all, or the pro at their own
 * active hub; null for none.
 */
export const booksFor = (
  memberships: readonly Membership[],
  clinicId: string,
): 'all' | { readonly hubId: string } | null => {
  const here = memberships.filter((one) => one.clinic_id === clinicId);
  if (here.some(seesCalendar)) return 'all';
  const own = here.find(({ hub_status }) => hub_status === 'active')?.hub_id;
  return own ? { hubId: own } : null;
};

/** Tells whether the pro sees the figures of the whole clinic: the owner and active managers. */
export const seesFigures = (membership: Membership): boolean =>
  seesCalendar(membership) && (membership.owner || membership.role !== 'reception');

/**
 * Tells whether the pro sees the patients of all professionals of the clinic: an active reception, and, if the
 * clinic shares its patients, the owner and active managers.
 */
export const seesPatients = (membership: Membership): boolean =>
  membership.clinic_status === 'active' &&
  seesCalendar(membership) &&
  (membership.patients_shared === true || (!membership.owner && membership.role === 'reception'));

/** Tells whether the pro sees their own bookings at the clinic, even while deactivated. */
export const seesOwnBookings = (membership: Membership): boolean =>
  membership.clinic_status === 'active' && isMember(membership);

const isProven = ({ address_proven }: ShownHub, strict: boolean): boolean => address_proven || !strict;

/**
 * Returns a pro's hubs as the pro sees them: invitations only after the pro's email address is
 * verified.
 */
export const ownHubs = ({ hubs }: ShownClinics, proId: string, strict: boolean): ShownHub[] =>
  hubs.filter((hub) => hub.pro_id === proId && (hub.status !== 'pending' || isProven(hub, strict)));

/**
 * Returns the hubs that patients may book: active, with working hours, in a clinic open to online
 * booking. The viewer's own hubs are included even before the viewer's email address is verified.
 */
export const bookableHubs = (
  { clinics, hubs, availabilities, dayHours }: ShownClinics,
  strict: boolean,
  viewer?: string,
): ShownHub[] => {
  const open = new Set(clinics.filter((clinic) => clinic.online_booking).map(({ clinic_id }) => clinic_id));
  const working = new Set([...availabilities, ...dayHours].map(({ hub_id }) => hub_id));
  return hubs.filter(
    (hub) =>
      hub.status === 'active' &&
      hub.role !== 'reception' &&
      open.has(hub.clinic_id) &&
      working.has(hub.hub_id) &&
      (isProven(hub, strict) || hub.pro_id === viewer),
  );
};
