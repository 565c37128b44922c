import type { HubServiceView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Missing } from '../feedback/states.tsx';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { hubsFor, nameOf, serviceLabel, servicesWith } from '../../lib/booking/hubs.ts';
import { FurtherServices, minutesOf } from './further-services.tsx';

export type ServiceChoice = {
  clinicId: string;
  hubId: string;
  hubServiceId: string;
  /** The clinic's service, kept when the professional changes. */
  clinicServiceId?: string | undefined;
  /** Further services of the clinic in the same visit. */
  further?: string[];
  /** Whether the professional follows from the chosen time. */
  firstAvailable?: boolean;
};

/** Option of the professionals' field, beside the ids of hubs. */
const firstOption = 'first-available';

export type LikelyChoice = {
  clinicId: string | null;
  proId: string | null;
  minutes: number | null;
  /** Hub service of the patient's last booking. */
  hubServiceId: string | undefined;
};

const only = <Item,>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

const activeServices = (hubs: readonly HubView[]): HubServiceView[] =>
  hubs.flatMap(({ services }) => services).filter(({ activated }) => activated);

/** Returns each clinic service that a hub offers, once. */
const servicesOfAll = (hubs: readonly HubView[]): HubServiceView[] =>
  [
    ...new Map(
      activeServices(hubs)
        .toReversed()
        .map((service) => [service.clinicServiceId, service]),
    ).values(),
  ].toReversed();

type Likely = { minutes: number | null; clinicServiceId: string | undefined };

const likelyService = (services: readonly HubServiceView[], { minutes, clinicServiceId }: Likely) =>
  only(services) ??
  only(services.filter(({ duration }) => duration === minutes)) ??
  services.find(
    ({ clinicServiceId: id, duration }) => id === clinicServiceId && duration === (minutes ?? duration),
  );

/** Returns the options and the selection, by default the only or suggested option. */
export const useChoices = (pro: Pro, choice: ServiceChoice, likely: LikelyChoice) => {
  const loaded = useClinics(pro);
  const clinics = loaded.data ?? [];
  const clinic =
    clinics.find(({ id }) => id === choice.clinicId) ??
    only(clinics) ??
    clinics.find(({ id }) => id === likely.clinicId);
  const hubs = hubsFor(clinic, pro);
  const firstAvailable = choice.firstAvailable === true && hubs.length > 1;
  const likelyHub = only(hubs) ?? hubs.find(({ proId }) => proId === (likely.proId ?? pro.id));
  const hub = hubs.find(({ id }) => id === choice.hubId) ?? (firstAvailable ? undefined : likelyHub);
  const services = hub ? activeServices([hub]) : firstAvailable ? servicesOfAll(hubs) : [];
  // A colleague offers the patient's last service by an id of their own.
  const last = hubs.flatMap((one) => one.services).find(({ id }) => id === likely.hubServiceId);
  const listed =
    services.find(({ id }) => id === choice.hubServiceId) ??
    services.find(({ clinicServiceId }) => clinicServiceId === choice.clinicServiceId) ??
    likelyService(services, { minutes: likely.minutes, clinicServiceId: last?.clinicServiceId }) ??
    (firstAvailable ? services[0] : undefined);
  const further = servicesWith(services, choice.further ?? []);
  return {
    loaded,
    clinics,
    clinic,
    hubs,
    hub,
    services,
    firstAvailable,
    /** The selected service; of no professional in particular if none is selected. */
    listed,
    service: hub && listed,
    further,
    /** Duration of the whole visit. */
    minutes: listed && minutesOf([listed, ...further]),
  };
};

type Props = { choices: ReturnType<typeof useChoices>; onChange: (choice: ServiceChoice) => void };

/** Fields for clinic, professional and service; only options are preselected. */
export const ServiceFields = ({ choices, onChange }: Props) => {
  const { t } = useTranslation('appointment');
  const { loaded, clinics, clinic, hubs, hub, services, listed, further, firstAvailable } = choices;
  const clinicId = clinic?.id ?? '';
  const first = { value: firstOption, label: t(($) => $.firstAvailable) };
  const professionals = hubs.map((entry) => ({ value: entry.id, label: nameOf(entry) }));
  const added = further.map(({ clinicServiceId }) => clinicServiceId);
  const kept = { clinicId, hubServiceId: '', clinicServiceId: listed?.clinicServiceId, further: added };
  const chosenPlace = { clinicId, hubId: hub?.id ?? '', firstAvailable };
  return (
    <Stack gap="sm">
      <Missing load={loaded} text={t(($) => $.clinicsFailed)} />
      <Select
        label={t(($) => $.clinic)}
        placeholder={t(($) => $.choose)}
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={clinic?.id ?? null}
        onChange={(chosen) => onChange({ clinicId: chosen ?? '', hubId: '', hubServiceId: '' })}
        allowDeselect={false}
      />
      <Select
        label={t(($) => $.professional)}
        placeholder={t(($) => $.choose)}
        data={hubs.length > 1 ? [first, ...professionals] : professionals}
        value={hub?.id ?? (firstAvailable ? firstOption : null)}
        onChange={(chosen) =>
          onChange(
            chosen === firstOption
              ? { ...kept, hubId: '', firstAvailable: true }
              : { ...kept, hubId: chosen ?? '' },
          )
        }
        description={clinic && hubs.length === 0 ? t(($) => $.noProfessional) : undefined}
        disabled={!clinic}
        allowDeselect={false}
      />
      <Select
        label={t(($) => $.service)}
        placeholder={t(($) => $.choose)}
        data={services.map(({ id, serviceName, duration }) => ({
          value: id,
          label: serviceLabel({ serviceName, duration }),
        }))}
        value={listed?.id ?? null}
        onChange={(chosen) => {
          const clinicServiceId = services.find(({ id }) => id === chosen)?.clinicServiceId;
          // A further service that becomes the first one is not meant twice.
          const others = added.filter((id) => id !== clinicServiceId);
          const hubServiceId = hub ? (chosen ?? '') : '';
          onChange({ ...chosenPlace, hubServiceId, further: others, clinicServiceId });
        }}
        disabled={!hub && !firstAvailable}
        allowDeselect={false}
      />
      <FurtherServices
        services={services}
        first={listed}
        further={further}
        onChange={(ids) =>
          onChange({ ...kept, ...chosenPlace, hubServiceId: hub ? (listed?.id ?? '') : '', further: ids })
        }
      />
    </Stack>
  );
};
