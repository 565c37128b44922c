import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';

/**
 * Returns the hubs that a professional may book for: guests only their own, owners and managers all active
 * ones.
 */
export const hubsFor = (clinic: ClinicView | undefined, pro: Pro): HubView[] => {
  if (!clinic) return [];
  const own = clinic.hubs.find(({ proId }) => proId === pro.id);
  const everybody = clinic.owner_id === pro.id || own?.role === 'manager';
  return clinic.hubs.filter(({ status, proId }) => status === 'active' && (everybody || proId === pro.id));
};

/** Returns a professional's own active hubs, with their clinics' names. */
export const ownHubsOf = (clinics: readonly ClinicView[], pro: Pro): (HubView & { name: string })[] =>
  clinics.flatMap(({ name, hubs }) =>
    hubs
      .filter(({ status, proId }) => status === 'active' && proId === pro.id)
      .map((hub) => ({ ...hub, name })),
  );

export const nameOf = ({ pro }: HubView) => [pro.name, pro.lastname].filter(Boolean).join(' ') || pro.email;

export const serviceLabel = ({ serviceName, duration }: { serviceName: string; duration: number }) =>
  `${serviceName} (${duration} min)`;
