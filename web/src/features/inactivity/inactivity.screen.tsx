import type { ClosingView, VacationView } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Loaded, Loading } from '../../ui/feedback/states.tsx';
import { UpgradeCard } from '../../ui/feedback/upgrade-card.tsx';
import { plannableHubs } from '../../lib/booking/hubs.ts';
import { useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { ClosingPanel } from './closing.panel.tsx';
import { DayVisits } from './day-visits.tsx';
import { Holidays } from './holidays.tsx';
import { absentHubs, closableBy, mayPlan, useInactivities } from './inactivity.api.ts';
import { InactivityList } from './inactivity-list.tsx';
import { VacationPanel } from './vacation.panel.tsx';

type ListsProps = {
  pro: Pro;
  lists: { closings: readonly ClosingView[]; vacations: readonly VacationView[] };
  closable: readonly ClinicView[];
  hubs: readonly HubView[];
};

const Lists = ({ pro, lists, closable, hubs }: ListsProps) => {
  const { t } = useTranslation('inactivity');
  const [open, setOpen] = useState<'closing' | 'vacation' | null>(null);
  const close = () => setOpen(null);
  // A reception plans none for itself.
  const onlyOthers = hubs.length > 0 && hubs.every(({ proId }) => proId !== pro.id);
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
        title={t(($) => $.vacations[onlyOthers ? 'others' : 'title'])}
        none={t(($) => $.vacations.none)}
        add={t(($) => $.vacations.add)}
        entries={lists.vacations.map(({ pro_name: name, pro_email: email, ...one }) =>
          email === pro.email ? one : { ...one, pro_name: name },
        )}
        mayRemove={() => true}
        remove={(id) => call('cancelVacation', { params: { id } })}
        onAdd={hubs.length > 0 ? () => setOpen('vacation') : null}
      />
      <Holidays clinics={closable} />
      {open === 'closing' && <ClosingPanel clinics={closable} onClose={close} />}
      {open === 'vacation' && <VacationPanel pro={pro} hubs={hubs} onClose={close} />}
    </>
  );
};

/** Vacations that others planned for a professional whose plan has none; the professional may remove them. */
const PlannedByOthers = ({ vacations }: { vacations: readonly VacationView[] }) => {
  const { t } = useTranslation('inactivity');
  if (vacations.length === 0) return null;
  return (
    <InactivityList
      title={t(($) => $.vacations.title)}
      none={t(($) => $.vacations.none)}
      add={t(($) => $.vacations.add)}
      entries={vacations.map(({ pro_name: _own, ...one }) => one)}
      mayRemove={() => true}
      remove={(id) => call('cancelVacation', { params: { id } })}
      onAdd={null}
    />
  );
};

export const InactivityScreen = () => {
  const { t } = useTranslation('inactivity');
  const pro = usePro();
  const clinics = useClinics(pro);
  const loads = { lists: useInactivities(pro, clinics.data), clinics, hubs: useHubs(pro) };
  const planned = clinics.data === undefined ? null : mayPlan(pro, clinics.data);
  const hubs = plannableHubs(clinics.data ?? [], pro);
  // Staff who plan for colleagues need it most often.
  const first = hubs.some(({ proId }) => proId !== pro.id);
  return (
    <Page title={t(($) => $.title)}>
      {first && <DayVisits hubs={hubs} />}
      {planned !== false ? (
        <Loaded loads={loads} failed={t(($) => $.loadFailed)} skeleton={<Loading rows={2} height={180} />}>
          {({ lists, clinics: all, hubs: own }) => (
            <Lists
              pro={pro}
              lists={lists}
              closable={closableBy(pro, all)}
              hubs={absentHubs(pro, { own, clinics: all })}
            />
          )}
        </Loaded>
      ) : (
        <>
          <UpgradeCard title={t(($) => $.upgrade.title)} text={t(($) => $.upgrade.text)} />
          <PlannedByOthers vacations={loads.lists.data?.vacations ?? []} />
        </>
      )}
      {!first && hubs.length > 0 && <DayVisits hubs={hubs} />}
    </Page>
  );
};
