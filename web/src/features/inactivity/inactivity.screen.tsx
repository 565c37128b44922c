import { Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { UpgradeCard } from '../../ui/upgrade-card.tsx';
import { useClinics, useHubs } from '../clinic/clinic.api.ts';
import { usePro } from '../shell/use-pro.ts';
import { ClosingPanel } from './closing.panel.tsx';
import { closableBy, useInactivities, workingHubs } from './inactivity.api.ts';
import { InactivityList } from './inactivity-list.tsx';
import { VacationPanel } from './vacation.panel.tsx';

/** When clinics are closed, and when the pro is away. */
export const InactivityScreen = () => {
  const { t } = useTranslation('inactivity');
  const pro = usePro();
  const inactivities = useInactivities(pro);
  const closable = closableBy(pro, useClinics(pro).data ?? []);
  const hubs = workingHubs(useHubs(pro).data ?? []);
  const [open, setOpen] = useState<'closing' | 'vacation' | null>(null);

  const content = () => {
    if (!pro.subscription[0]?.vacationFunction)
      return <UpgradeCard title={t(($) => $.upgrade.title)} text={t(($) => $.upgrade.text)} />;
    if (inactivities.data)
      return (
        <>
          <InactivityList
            title={t(($) => $.closings.title)}
            none={t(($) => $.closings.none)}
            add={t(($) => $.closings.add)}
            entries={inactivities.data.closings}
            mayRemove={({ clinic_id: clinicId }) => closable.some(({ id }) => id === clinicId)}
            remove={(id) => call('cancelClosing', { params: { id } })}
            onAdd={closable.length > 0 ? () => setOpen('closing') : null}
          />
          <InactivityList
            title={t(($) => $.vacations.title)}
            none={t(($) => $.vacations.none)}
            add={t(($) => $.vacations.add)}
            entries={inactivities.data.vacations}
            mayRemove={() => true}
            remove={(id) => call('cancelVacation', { params: { id } })}
            onAdd={hubs.length > 0 ? () => setOpen('vacation') : null}
          />
        </>
      );
    if (inactivities.error)
      return <Failure text={t(($) => $.loadFailed)} onRetry={() => void inactivities.mutate()} />;
    return <Loading rows={2} height={180} />;
  };

  return (
    <Stack maw={1080} gap="md">
      <title>{`${t(($) => $.title)} · Visita`}</title>
      <Title order={1} size="h2">
        {t(($) => $.title)}
      </Title>
      {content()}
      {open === 'closing' && <ClosingPanel clinics={closable} onClose={() => setOpen(null)} />}
      {open === 'vacation' && <VacationPanel hubs={hubs} onClose={() => setOpen(null)} />}
    </Stack>
  );
};
