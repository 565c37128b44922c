import type { ClosingView, VacationView } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { UpgradeCard } from '../../ui/feedback/upgrade-card.tsx';
import { useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { ClosingPanel } from './closing.panel.tsx';
import { Holidays } from './holidays.tsx';
import { closableBy, useInactivities, workingHubs } from './inactivity.api.ts';
import { InactivityList } from './inactivity-list.tsx';
import { VacationPanel } from './vacation.panel.tsx';

type ListsProps = {
  lists: { closings: readonly ClosingView[]; vacations: readonly VacationView[] };
  closable: readonly ClinicView[];
  hubs: readonly HubView[];
};

const Lists = ({ lists, closable, hubs }: ListsProps) => {
  const { t } = useTranslation('inactivity');
  const [open, setOpen] = useState<'closing' | 'vacation' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <InactivityList
        title={t(($) => $.closings.title)}
        none={t(($) => $.closings.none)}
        add={t(($) => $.closings.add)}
        entries={lists.closings}
        mayRemove={({ clinic_id: clinicId }) => closable.some(({ id }) => id === clinicId)}
        remove={(id) => call('cancelClosing', { params: { id } })}
        onAdd={closable.length > 0 ? () => setOpen('closing') : null}
      />
      <InactivityList
        title={t(($) => $.vacations.title)}
        none={t(($) => $.vacations.none)}
        add={t(($) => $.vacations.add)}
        entries={lists.vacations}
        mayRemove={() => true}
        remove={(id) => call('cancelVacation', { params: { id } })}
        onAdd={hubs.length > 0 ? () => setOpen('vacation') : null}
      />
      <Holidays clinics={closable} />
      {open === 'closing' && <ClosingPanel clinics={closable} onClose={close} />}
      {open === 'vacation' && <VacationPanel hubs={hubs} onClose={close} />}
    </>
  );
};

export const InactivityScreen = () => {
  const { t } = useTranslation('inactivity');
  const pro = usePro();
  const loads = { lists: useInactivities(pro), clinics: useClinics(pro), hubs: useHubs(pro) };
  return (
    <Page title={t(($) => $.title)}>
      {pro.subscription[0]?.vacationFunction ? (
        <Loaded loads={loads} failed={t(($) => $.loadFailed)} skeleton={<Loading rows={2} height={180} />}>
          {({ lists, clinics, hubs }) => (
            <Lists lists={lists} closable={closableBy(pro, clinics)} hubs={workingHubs(hubs)} />
          )}
        </Loaded>
      ) : (
        <UpgradeCard title={t(($) => $.upgrade.title)} text={t(($) => $.upgrade.text)} />
      )}
    </Page>
  );
};
