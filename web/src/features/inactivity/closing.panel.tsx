import { closingCalls } from '@visita/contracts/api/closing';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { PeriodFields } from './period-fields.tsx';
import { PeriodPanel } from './period.panel.tsx';
import { emptyPeriod, rangeOf, stretchOf } from './period.ts';

type Props = { clinics: readonly ClinicView[]; onClose: () => void };

export const ClosingPanel = ({ clinics, onClose }: Props) => {
  const { t } = useTranslation('inactivity');
  const withKey = useIdempotencyKey();
  const { form, draft, body } = useBodyForm(
    closingCalls.planClosing.body,
    { ...emptyPeriod, clinicId: clinics.length === 1 ? (clinics[0]?.id ?? null) : null },
    ({ clinicId, ...period }) => ({ ...stretchOf(period), clinic_id: clinicId, type: 'closing' }),
    { name: 'closing' },
  );
  const { clinicId, startDay } = form.values;
  const clinic = clinics.find(({ id }) => id === clinicId);
  const town = startDay && townAmong(clinics, clinic, startDay);
  const range = rangeOf(form.values);
  const send = async () => {
    if (!body) return [];
    const plan = (idempotencyKey: string) => call('planClosing', { body, idempotencyKey });
    const { data, affected } = await withKey(body, plan);
    return [{ id: data.id, label: null, affected }];
  };
  return (
    <PeriodPanel
      title={t(($) => $.closings.add)}
      send={body && range ? send : null}
      stretches={clinicId && range ? [{ clinic_id: clinicId, ...range }] : []}
      draft={draft}
      onClose={onClose}
    >
      <Select
        label={t(($) => $.fields.clinic)}
        placeholder={t(($) => $.fields.choose)}
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        {...form.getInputProps('clinicId')}
      />
      <PeriodFields period={form.values} town={town} onChange={form.setValues} />
    </PeriodPanel>
  );
};
