import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';

/** A guest books for themself only; the owner and managers for everybody active at the clinic. */
export const hubsFor = (clinic: ClinicView | undefined, pro: Pro): HubView[] => {
  if (!clinic) return [];
  const own = clinic.hubs.find(({ proId }) => proId === pro.id);
  const everybody = clinic.owner_id === pro.id || own?.role === 'manager';
  return clinic.hubs.filter(({ status, proId }) => status === 'active' && (everybody || proId === pro.id));
};

/** A pro's own hubs at clinics, where they work or may work again. */
export const ownHubsOf = (clinics: readonly ClinicView[], pro: Pro): (HubView & { name: string })[] =>
  clinics.flatMap(({ name, hubs }) =>
    hubs
      .filter(({ status, proId }) => status === 'active' && proId === pro.id)
      .map((hub) => ({ ...hub, name })),
  );

/** A professional as lists name them. */
export const nameOf = ({ pro }: HubView) => [pro.name, pro.lastname].filter(Boolean).join(' ') || pro.email;

/** A service as lists name it. */
export const serviceLabel = ({ serviceName, duration }: { serviceName: string; duration: number }) =>
  `${serviceName} (${duration} min)`;
