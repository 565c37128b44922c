import type { ClinicView, HubServiceView, HubView } from '@visita/contracts/clinic/views';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveOver } from '../../lib/booking/clash.ts';
import { call } from '../../lib/api/client.ts';
import { SidePanel } from '../../ui/panels/side-panel.tsx';
import { useDraft } from '../../ui/forms/use-draft-form.ts';
import { useFading } from '../../ui/panels/use-fading.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { nameOf } from '../../lib/booking/hubs.ts';
import { AvailabilityRows, type HoursDraft } from './availability-rows.tsx';
import { DayHours } from './day-hours-fields.tsx';
import { ServiceChoice } from './service-choice.tsx';
import { ServiceTerms, type Terms } from './service-terms.tsx';
import { refreshClinics, type Availability } from '../../lib/data/clinic.api.ts';

const saveHours = async (hub: HubView, wanted: readonly Availability[]) => {
  const known: readonly Availability[] = hub.availabilities;
  const added = wanted.filter((entry) => !known.includes(entry));
  const removed = hub.availabilities.filter((entry) => !wanted.includes(entry));
  for (const { id } of removed) await call('removeHubAvailability', { params: { id } });
  if (added.length > 0)
    await call('addHubAvailabilities', { body: added.map((entry) => ({ ...entry, hubId: hub.id })) });
};

const offeredBy = ({ services }: HubView) => services.filter(({ activated }) => activated);

const saveServices = async (hub: HubView, wanted: readonly string[]) => {
  const offered = offeredBy(hub);
  for (const { id, clinicServiceId } of offered)
    if (!wanted.includes(clinicServiceId))
      await call('removeHubService', { params: { id }, body: { activated: false } });
  for (const clinicServiceId of wanted)
    if (!offered.some((service) => service.clinicServiceId === clinicServiceId))
      await call('addHubService', { body: { hubId: hub.id, clinicServiceId } });
};

type Props = {
  clinic: ClinicView;
  hub: HubView;
  /** True if the reader may only set the hours of single days. */
  daysOnly?: boolean;
  onClose: () => void;
};

/** Panel of a professional's hours and services at a clinic; each change is saved at once. */
export const EditHubPanel = ({ clinic, hub, daysOnly = false, onClose }: Props) => {
  const { t } = useTranslation('clinic');
  const fading = useFading(onClose);
  const [adding, setAdding] = useDraft<HoursDraft | null>(`hours of ${hub.id}`, null);
  const { sending, submit } = useSubmit({ failed: 'hubFailed' });
  const saveTerms = ({ id, version, ownDuration, ownPrice }: HubServiceView, body: Terms) =>
    saveOver(
      'setHubServiceTerms',
      { params: { id }, body },
      {
        basis: { version, record: { duration: ownDuration, price: ownPrice } },
        named: {
          duration: { label: t(($) => $.terms.duration), show: String },
          price: { label: t(($) => $.terms.price), show: String },
        },
      },
    );
  const apply = (change: Promise<unknown>): Promise<boolean> =>
    submit(async () => {
      try {
        await change;
      } finally {
        await refreshClinics();
      }
    });
  return (
    <SidePanel {...fading} title={t(($) => $.hub.title, { name: nameOf(hub) })}>
      <Stack gap="xl">
        <Text c="dimmed">{t(($) => $.hub.hint)}</Text>
        {!daysOnly && (
          <AvailabilityRows
            entries={hub.availabilities}
            onChange={(wanted) => apply(saveHours(hub, wanted))}
            adding={adding}
            onAdding={setAdding}
            busy={sending}
          />
        )}
        <DayHours hub={hub} apply={apply} busy={sending} />
        {!daysOnly && (
          <>
            <ServiceChoice
              clinic={clinic}
              value={offeredBy(hub).map(({ clinicServiceId }) => clinicServiceId)}
              onChange={(wanted) => void apply(saveServices(hub, wanted))}
              disabled={sending}
            />
            <ServiceTerms
              clinic={clinic}
              hub={hub}
              save={(read, terms) => apply(saveTerms(read, terms))}
              busy={sending}
            />
          </>
        )}
      </Stack>
    </SidePanel>
  );
};
