import type { HubServiceView, HubView } from '@visita/contracts/clinic/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf, servicesWith } from '../../../lib/booking/hubs.ts';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';

type Props = {
  /** Hubs that may be booked. */
  hubs: readonly HubView[];
  /** Services of the visit, at any professional of the clinic. */
  services: readonly HubServiceView[];
  /** Professional of the stored booking. */
  before: string;
  /** Selected professional; undefined if the stored one left the clinic. */
  proId: string | undefined;
  /** Takes the other professional's first service of the visit. */
  onChoose: (hubServiceId: string) => void;
};

/** Field that hands a visit over to a colleague; shown if a colleague offers its services. */
export const ProfessionalField = ({ hubs, services, before, proId, onChoose }: Props) => {
  const { t } = useTranslation(['calendar', 'appointment']);
  const [refused, setRefused] = useState<HubView | null>(null);
  const sameOf = (hub: HubView): HubServiceView | undefined => {
    const same = servicesWith(
      hub.services,
      services.map((one) => one.clinicServiceId),
    );
    return same.length === services.length ? same[0] : undefined;
  };
  if (!hubs.some((hub) => hub.proId !== before && sameOf(hub))) return null;
  const choose = (hubId: string | null) => {
    const hub = hubs.find(({ id }) => id === hubId);
    const same = hub && sameOf(hub);
    setRefused(hub && !same ? hub : null);
    if (same) onChoose(same.id);
  };
  const service = services.map(({ serviceName }) => serviceName).join(' + ');
  return (
    <SearchSelect
      label={t(($) => $.appointment.professional)}
      placeholder={t(($) => $.appointment.choose)}
      data={hubs.map((hub) => ({ value: hub.id, label: nameOf(hub) }))}
      value={hubs.find((hub) => hub.proId === proId)?.id ?? null}
      onChange={choose}
      errorProps={{ role: 'alert' }}
      error={refused && t(($) => $.edit.notOffered, { name: nameOf(refused), service })}
    />
  );
};
