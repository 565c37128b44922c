import type { BookingView } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { furtherIdsOf, hubsFor, nameOf, servicesWith } from './hubs.ts';

/** Returns whether several professionals work at a clinic, so that texts must name one. */
export const hasSeveral = (clinic: ClinicView | undefined): boolean => {
  const working = (clinic?.hubs ?? []).filter(
    ({ status, role }) => ['active', 'paused', 'stop'].includes(status) && role !== 'reception',
  );
  return new Set(working.map(({ proId }) => proId)).size > 1;
};

/** Returns the name of a booking's professional at a clinic with several; null elsewhere and for orphans. */
export const namedPro = (
  { clinic_id: clinicId, doctor_name: name, status }: BookingView,
  clinics: readonly ClinicView[],
): string | null =>
  status !== 'orfan' && hasSeveral(clinics.find(({ id }) => id === clinicId)) ? name : null;

/** Returns the name of a hub's professional at a clinic with several; null elsewhere. */
export const namedHub = (hubId: string, clinics: readonly ClinicView[]): string | null => {
  const clinic = clinics.find(({ hubs }) => hubs.some(({ id }) => id === hubId));
  const hub = clinic?.hubs.find(({ id }) => id === hubId);
  return hub && hasSeveral(clinic) ? nameOf(hub) : null;
};

type Offer = { hub: HubView; hubServiceId: string };

/** Returns another professional's offer of the same service of the clinic; null if there is none. */
export const offerOf = (
  booking: BookingView,
  proId: string,
  { clinics, pro }: { clinics: readonly ClinicView[]; pro: Pro },
): Offer | null => {
  const clinic = clinics.find(({ id }) => id === booking.clinic_id);
  const offered = clinic?.hubs
    .flatMap(({ services }) => services)
    .find(({ id }) => id === booking.hub_service_id);
  const hub = hubsFor(clinic, pro).find((one) => one.proId === proId);
  const further = furtherIdsOf(booking);
  const [same, ...others] = servicesWith(hub?.services ?? [], [offered?.clinicServiceId ?? '', ...further]);
  return hub && same && others.length === further.length ? { hub, hubServiceId: same.id } : null;
};
