import { readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { EndReason } from '@visita/contracts/waiting/events';
import type { LinkedWaitingView, OwnWaitingView } from '@visita/contracts/waiting/views';
import { takeSteps } from '@visita/platform/runtime/commit';
import { loadClinic } from '../access.ts';
import type { Domain } from '../domain.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { openOffer, type WaitingEntry } from './decider.ts';
import { releaseOffer } from './offer.ts';
import { keptServices } from './place.ts';

/**
 * Returns the clinic of an entry, and the name and duration of its service, or of all services of the visit to
 * move.
 */
export const serviceOf = async (
  { domain }: { domain: Domain },
  { clinicId, clinicServiceId, bookingId }: WaitingEntry,
) => {
  const clinic = await loadClinic(domain, clinicId);
  const kept = await keptServices(domain, { bookingId });
  if (kept?.services) return { clinic, name: kept.serviceName, duration: kept.duration };
  const service = clinic.services.find((one) => one.clinicServiceId === clinicServiceId);
  return { clinic, name: service?.serviceName ?? '', duration: service?.duration ?? 0 };
};

/** Returns an entry as its person sees it. */
export const ownView = async (deps: { domain: Domain }, entry: WaitingEntry): Promise<OwnWaitingView> => {
  const { clinic, name } = await serviceOf(deps, entry);
  const { entryId, from, until, language } = entry;
  return { clinic_name: clinic.details.name, service: name, from, until, language, entry_id: entryId };
};

/** Returns an ended entry as the holder of its link sees it. Throws `patient-erased`. */
export const endedView = async (
  deps: { domain: Domain },
  entry: WaitingEntry,
  ended: EndReason,
): Promise<LinkedWaitingView> => {
  if (ended === 'erased') throw new Rejection('patient-erased');
  const { onlineBooking } = await loadClinic(deps.domain, entry.clinicId);
  const { state } = await deps.domain.pros.load(entry.proId);
  const slug = onlineBooking && state.status === 'registered' ? readable(state.slug) : null;
  return { ...(await ownView(deps, entry)), ended, ...(slug !== null && { booking_page: slug }) };
};

/** Ends an entry, and releases the time of its open offer. */
export const endEntry = async (
  { domain }: { domain: Domain },
  { entry, reason }: { entry: WaitingEntry; reason: EndReason },
  { execute, cause }: Pick<UnitOfWork, 'execute' | 'cause'>,
): Promise<void> => {
  await execute(domain.waits, entry.entryId, { type: 'end', reason });
  const offer = openOffer(entry);
  if (offer) await takeSteps(releaseOffer(domain, offer), cause);
};
