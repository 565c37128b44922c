import { clinicCalls } from '@visita/contracts/api/clinic';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { useAttempts } from '../../lib/use-attempts.ts';
import { PeriodFields } from './period-fields.tsx';
import { PeriodPanel } from './period.panel.tsx';
import { emptyPeriod, isInverted, stretchOf } from './period.ts';

type Props = { clinics: readonly ClinicView[]; onClose: () => void };

/** Closes a clinic for a while. */
export const ClosingPanel = ({ clinics, onClose }: Props) => {
  const { t } = useTranslation('inactivity');
  const attempt = useAttempts();
  const [period, setPeriod] = useState(emptyPeriod);
  const [chosen, setChosen] = useState<string | null>(null);
  const clinicId = chosen ?? (clinics.length === 1 ? clinics[0]?.id : undefined);
  const body = clinicCalls.planClosing.body.safeParse({
    ...stretchOf(period),
    clinic_id: clinicId,
    type: 'closing',
  });
  const send = async () => {
    if (!body.success) return [];
    const plan = (idempotencyKey: string) => call('planClosing', { body: body.data, idempotencyKey });
    return (await attempt(body.data, plan)).affected;
  };
  return (
    <PeriodPanel
      title={t(($) => $.closings.add)}
      send={body.success && !isInverted(period) ? send : null}
      onClose={onClose}
    >
      <Select
        label={t(($) => $.fields.clinic)}
        placeholder={t(($) => $.fields.choose)}
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={clinicId ?? null}
        onChange={setChosen}
        allowDeselect={false}
      />
      <PeriodFields period={period} onChange={setPeriod} />
    </PeriodPanel>
  );
};
