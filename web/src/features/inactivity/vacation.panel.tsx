import { closingCalls } from '@visita/contracts/api/closing';
import type { HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Checkbox, Stack } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { nameOf } from '../../lib/booking/hubs.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import { PeriodFields } from './period-fields.tsx';
import { PeriodPanel, type Planned } from './period.panel.tsx';
import { emptyPeriod, rangeOf, stretchOf } from './period.ts';

type Props = { pro: Pro; hubs: readonly HubView[]; onClose: () => void };

const labelOf = (hub: HubView, pro: Pro): string =>
  [hub.proId === pro.id ? null : nameOf(hub), `${hub.clinic.name}, ${hub.clinic.city}`]
    .filter(Boolean)
    .join(' · ');

/** Panel for a vacation at the chosen clinics, with one request for each. */
export const VacationPanel = ({ pro, hubs, onClose }: Props) => {
  const { t } = useTranslation('inactivity');
  const withKey = useIdempotencyKey();
  // Also keeps vacations that were saved before another request failed.
  const planned = useRef<Planned[]>([]);
  const own = hubs.filter(({ proId }) => proId === pro.id);
  const { form, draft } = useDraftForm('vacation', {
    ...emptyPeriod,
    hubIds: own.length === 1 ? own.map(({ id }) => id) : [],
  });
  const { hubIds, ...period } = form.values;
  const bodies = hubIds.map((hubId) =>
    closingCalls.planVacation.body.safeParse({ ...stretchOf(period), hub_id: hubId, type: 'vacation' }),
  );
  const places = hubs.map(({ clinic }) => clinic);
  // Each clinic interprets the times in its own time zone.
  const towns = hubs.flatMap(({ id, clinic }) =>
    hubIds.includes(id) && period.startDay ? (townAmong(places, clinic, period.startDay) ?? []) : [],
  );
  const range = rangeOf(period);
  const ready = range !== null && bodies.length > 0 && bodies.every(({ success }) => success);
  const send = async () => {
    for (const body of bodies) {
      if (!body.success) continue;
      const plan = (idempotencyKey: string) => call('planVacation', { body: body.data, idempotencyKey });
      const { data, affected } = await withKey(body.data, plan);
      const hub = hubs.find(({ id }) => id === body.data.hub_id);
      planned.current.push({ id: data.id, label: hub ? labelOf(hub, pro) : null, affected });
      // A retry must not repeat requests that succeeded.
      form.setValues((left) => ({
        hubIds: left.hubIds?.filter((hubId) => hubId !== body.data.hub_id) ?? [],
      }));
    }
    return planned.current;
  };
  return (
    <PeriodPanel
      title={t(($) => $.vacations.add)}
      send={ready ? send : null}
      stretches={range ? hubIds.map((hubId) => ({ hub_id: hubId, ...range })) : []}
      draft={draft}
      onClose={onClose}
    >
      <Checkbox.Group
        label={own.length === hubs.length ? t(($) => $.fields.hubs) : t(($) => $.fields.professionals)}
        {...form.getInputProps('hubIds')}
      >
        <Stack gap="xs" mt="xs">
          {hubs.map((hub) => (
            <Checkbox key={hub.id} size="md" value={hub.id} label={labelOf(hub, pro)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <PeriodFields period={period} town={[...new Set(towns)].join(', ')} onChange={form.setValues} />
    </PeriodPanel>
  );
};
