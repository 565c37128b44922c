import type { Pro } from '@visita/contracts/pro/views';
import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Missing } from '../feedback/states.tsx';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { hubsFor, nameOf, serviceLabel } from '../../lib/booking/hubs.ts';

type ServiceChoice = { clinicId: string; hubId: string; hubServiceId: string };

export type LikelyChoice = {
  clinicId: string | null;
  proId: string | null;
  minutes: number | null;
  /** Hub service of the patient's last booking. */
  hubServiceId: string | undefined;
};

const only = <Item,>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined);

/** Returns the options and the selection, by default the only or suggested option. */
export const useChoices = (pro: Pro, choice: ServiceChoice, likely: LikelyChoice) => {
  const loaded = useClinics(pro);
  const clinics = loaded.data ?? [];
  const clinic =
    clinics.find(({ id }) => id === choice.clinicId) ??
    only(clinics) ??
    clinics.find(({ id }) => id === likely.clinicId);
  const hubs = hubsFor(clinic, pro);
  const hub =
    hubs.find(({ id }) => id === choice.hubId) ??
    only(hubs) ??
    hubs.find(({ proId }) => proId === (likely.proId ?? pro.id));
  const services = (hub?.services ?? []).filter(({ activated }) => activated);
  const service =
    services.find(({ id }) => id === choice.hubServiceId) ??
    only(services) ??
    only(services.filter(({ duration }) => duration === likely.minutes)) ??
    services.find(
      ({ id, duration }) => id === likely.hubServiceId && duration === (likely.minutes ?? duration),
    );
  return { loaded, clinics, clinic, hubs, hub, services, service };
};

type Props = { choices: ReturnType<typeof useChoices>; onChange: (choice: ServiceChoice) => void };

/** Fields for clinic, professional and service; only options are preselected. */
export const ServiceFields = ({ choices, onChange }: Props) => {
  const { t } = useTranslation('appointment');
  const { loaded, clinics, clinic, hubs, hub, services, service } = choices;
  return (
    <Stack gap="sm">
      <Missing load={loaded} text={t(($) => $.clinicsFailed)} />
      <Select
        label={t(($) => $.clinic)}
        placeholder={t(($) => $.choose)}
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={clinic?.id ?? null}
        onChange={(clinicId) => onChange({ clinicId: clinicId ?? '', hubId: '', hubServiceId: '' })}
        allowDeselect={false}
      />
      <Select
        label={t(($) => $.professional)}
        placeholder={t(($) => $.choose)}
        data={hubs.map((entry) => ({ value: entry.id, label: nameOf(entry) }))}
        value={hub?.id ?? null}
        onChange={(hubId) => onChange({ clinicId: clinic?.id ?? '', hubId: hubId ?? '', hubServiceId: '' })}
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
        value={service?.id ?? null}
        onChange={(hubServiceId) =>
          onChange({ clinicId: clinic?.id ?? '', hubId: hub?.id ?? '', hubServiceId: hubServiceId ?? '' })
        }
        disabled={!hub}
        allowDeselect={false}
      />
    </Stack>
  );
};
