import type { BookedService } from '@visita/contracts/booking/events';
import { Rejection } from '@visita/contracts/problem';
import { type HubAtClinic, loadClinic, loadHub } from '../access.ts';
import type { Clinic } from '../clinic/state.ts';
import type { Domain } from '../domain.ts';

/** A hub that offers a service of its clinic. */
export type OfferingHub = HubAtClinic & { readonly hubServiceId: string };

/** Returns the active hubs of a clinic that offer a service, of these professionals or of all. */
export const hubsOffering = async (
  domain: Domain,
  clinic: Clinic,
  { clinicServiceId, proIds }: { clinicServiceId: string; proIds: readonly string[] },
): Promise<OfferingHub[]> => {
  const members = clinic.team.filter(
    ({ status, role, proId }) =>
      status === 'active' && role !== 'reception' && (proIds.length === 0 || proIds.includes(proId)),
  );
  const hubs = await Promise.all(members.map(({ hubId }) => loadHub(domain, hubId)));
  return hubs.flatMap((found) => {
    const offered = found.hub.services.find((one) => one.clinicServiceId === clinicServiceId);
    const listed = clinic.services.some((one) => one.clinicServiceId === clinicServiceId);
    return offered && listed ? [{ ...found, hubServiceId: offered.hubServiceId }] : [];
  });
};

/** Reads the hubs that offer a wished service. Throws `not-found`, `clinic-archived` or `service-unknown`. */
export const loadOffering = async (
  domain: Domain,
  { clinicId, ...wish }: { clinicId: string; clinicServiceId: string; proIds: readonly string[] },
): Promise<readonly [OfferingHub, ...OfferingHub[]]> => {
  const clinic = await loadClinic(domain, clinicId);
  if (clinic.status !== 'active') throw new Rejection('clinic-archived');
  const [first, ...others] = await hubsOffering(domain, clinic, wish);
  if (!first) throw new Rejection('service-unknown');
  return [first, ...others];
};

/** Returns the services of the visit for which an earlier time is wanted; undefined if a new visit is wanted. */
export const keptServices = async (
  { bookings }: Pick<Domain, 'bookings'>,
  { bookingId }: { readonly bookingId: string | null },
): Promise<BookedService | undefined> => {
  if (bookingId === null) return undefined;
  const { state } = await bookings.load(bookingId);
  return state.status === 'none' ? undefined : state.service;
};
