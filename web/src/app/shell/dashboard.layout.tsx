import type { Pro } from '@visita/contracts/pro/views';
import { Button, Text } from '@mantine/core';
import { useAtom } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { Brand } from '../../ui/layout/brand.tsx';
import { ColorSchemeToggle } from '../../ui/layout/color-scheme-toggle.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { LanguageSelect } from '../../ui/layout/language-select.tsx';
import { OfflineBanner } from '../../ui/feedback/offline-banner.tsx';
import { Splash } from '../../ui/feedback/splash.tsx';
import { Loading } from '../../ui/feedback/states.tsx';
import { TypedAhead } from '../../ui/fields/typed-ahead.tsx';
import { RequirePro } from '../../ui/layout/require-pro.tsx';
import { blockAtom, newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { takeReopened } from '../../lib/state/opened-booking.ts';
import { isDeskOnly } from '../../lib/booking/hubs.ts';
import { needsProof } from '../../lib/page/trust.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { Commands } from '../../features/commands/commands.tsx';
import { Bell } from '../../features/notices/bell.tsx';
import { Shortcuts } from '../../features/shortcuts/shortcuts.tsx';
import { Welcome } from '../../features/welcome/welcome.tsx';
import classes from './dashboard.module.css';
import { BottomBar, SideMenu } from './navigation.tsx';
import { useLive, useLiveState } from './use-live.ts';

const FactorGate = lazy(async () => ({
  default: (await import('../../features/profile/factor-gate.tsx')).FactorGate,
}));

const ProofBanner = lazy(async () => ({
  default: (await import('../../features/welcome/proof-banner.tsx')).ProofBanner,
}));

const NewBookingPanel = lazy(async () => ({
  default: (await import('../../features/booking/new-booking.panel.tsx')).NewBookingPanel,
}));

const BlockPanel = lazy(async () => ({
  default: (await import('../../features/block/block.panel.tsx')).BlockPanel,
}));

/** Id of the plan that hides the beta notice. */
const premiumId = 2;

const LiveDot = () => {
  const { t } = useTranslation('common');
  const state = useLiveState();
  return (
    <span className={classes['live']} data-state={state} role="status">
      {t(($) => $.live[state])}
    </span>
  );
};

const Side = ({ onNew, desk }: { onNew: () => void; desk: boolean }) => {
  const { t } = useTranslation('common');
  return (
    <aside className={classes['side']}>
      <div className={classes['brand']}>
        <Brand />
      </div>
      <Button leftSection={<Icon name="plus" size={18} />} onClick={onNew} fullWidth>
        {t(($) => $.nav.newBooking)}
      </Button>
      <SideMenu desk={desk} />
    </aside>
  );
};

const Top = ({ pro, desk }: { pro: Pro; desk: boolean }) => (
  <header className={classes['top']}>
    <span className={classes['topBrand']}>
      <Brand />
    </span>
    <LiveDot />
    <Commands pro={pro} desk={desk} />
    <Bell pro={pro} />
    <Text className={classes['email'] ?? ''} title={pro.email}>
      {pro.email}
    </Text>
    <LanguageSelect />
    <ColorSchemeToggle />
  </header>
);

const Dashboard = ({ pro }: { pro: Pro }) => {
  const { t } = useTranslation('common');
  const [newBooking, openBooking] = useAtom(newBookingAtom);
  const [block, openBlock] = useAtom(blockAtom);
  const [reopened] = useState(() => takeReopened(pro.id));
  useEffect(() => {
    if (reopened) openBooking(reopened);
  }, [reopened, openBooking]);
  const clinics = useClinics(pro).data;
  useLive(clinics?.map(({ id }) => id).sort());
  const desk = isDeskOnly(clinics ?? [], pro);
  const begin = () => openBooking({ day: null, time: '' });
  return (
    <div className={classes['shell']}>
      <Side onNew={begin} desk={desk} />
      <Top pro={pro} desk={desk} />
      <main className={classes['main']}>
        <OfflineBanner />
        <Suspense fallback={null}>{needsProof(pro) && <ProofBanner pro={pro} />}</Suspense>
        <Suspense fallback={<Loading rows={2} height={200} />}>
          <Welcome pro={pro}>
            <Outlet context={pro} />
          </Welcome>
        </Suspense>
      </main>
      {pro.subscription[0]?.id !== premiumId && (
        <footer className={classes['footer']}>{t(($) => $.beta)}</footer>
      )}
      <Shortcuts pro={pro} />
      <BottomBar onNew={begin} desk={desk} />
      <Suspense fallback={<TypedAhead />}>
        {newBooking && (
          <NewBookingPanel
            key={newBooking.draft}
            pro={pro}
            start={newBooking}
            onClose={() => openBooking(null)}
          />
        )}
        {block && <BlockPanel pro={pro} start={block} onClose={() => openBlock(null)} />}
      </Suspense>
    </div>
  );
};

/** The email must be confirmed before a second factor is set up. */
const Gate = ({ pro }: { pro: Pro }) => (
  <FactorGate pro={pro}>{needsProof(pro) && <ProofBanner pro={pro} />}</FactorGate>
);

export const DashboardLayout = () => (
  <RequirePro status={100}>
    {(pro) => (
      <Suspense fallback={<Splash />}>
        {pro.factorAsked ? <Gate pro={pro} /> : <Dashboard pro={pro} />}
      </Suspense>
    )}
  </RequirePro>
);
