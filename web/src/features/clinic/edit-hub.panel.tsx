import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { nameOf } from '../../lib/hubs.ts';
import { AvailabilityRows } from './availability-rows.tsx';
import { refreshClinics, type Availability } from '../../lib/data/clinic.api.ts';

/** Sends what differs between the hours that are and those that shall be. */
const saveHours = async (hub: HubView, wanted: readonly Availability[]) => {
  const known: readonly Availability[] = hub.availabilities;
  const added = wanted.filter((entry) => !known.includes(entry));
  const removed = hub.availabilities.filter((entry) => !wanted.includes(entry));
  for (const { id } of removed) await call('removeHubAvailability', { params: { id } });
  if (added.length > 0)
    await call('addHubAvailabilities', { body: added.map((entry) => ({ ...entry, hubId: hub.id })) });
};

/** Offers clinic services at the hub, or withdraws them. */
const saveServices = async (hub: HubView, wanted: readonly string[]) => {
  const offered = hub.services.filter(({ activated }) => activated);
  for (const { id, clinicServiceId } of offered)
    if (!wanted.includes(clinicServiceId))
      await call('removeHubService', { params: { id }, body: { activated: false } });
  for (const clinicServiceId of wanted)
    if (!offered.some((service) => service.clinicServiceId === clinicServiceId))
      await call('addHubService', { body: { hubId: hub.id, clinicServiceId } });
};

type Props = { clinic: ClinicView; hub: HubView; onClose: () => void };

/** When somebody works at a clinic, and for what; each change holds at once. */
export const EditHubPanel = ({ clinic, hub, onClose }: Props) => {
  const { t } = useTranslation('clinic');
  const fading = useFading(onClose);
  const { sending, submit } = useSubmit({ failed: 'hubFailed' });
  const apply = (change: Promise<void>): Promise<boolean> =>
    submit(async () => {
      try {
        await change;
      } finally {
        await refreshClinics();
      }
    });
  const services = clinic.clinic_services.filter(({ activated }) => activated);
  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.hub.title, { name: nameOf(hub) })}
    >
      <Stack gap="xl">
        <Text c="dimmed">{t(($) => $.hub.hint)}</Text>
        <AvailabilityRows
          entries={hub.availabilities}
          onChange={(wanted) => apply(saveHours(hub, wanted))}
          busy={sending}
        />
        <Checkbox.Group
          label={t(($) => $.services.title)}
          value={hub.services
            .filter(({ activated }) => activated)
            .map(({ clinicServiceId }) => clinicServiceId)}
          onChange={(wanted) => void apply(saveServices(hub, wanted))}
        >
          <Stack gap="xs" mt="xs">
            {services.map(({ id, serviceName, duration }) => (
              <Checkbox
                key={id}
                size="md"
                value={id}
                label={`${serviceName} (${duration} min)`}
                disabled={sending}
              />
            ))}
            {services.length === 0 && <Text c="dimmed">{t(($) => $.services.none)}</Text>}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </SidePanel>
  );
};
