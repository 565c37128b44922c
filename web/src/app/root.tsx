import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useClash } from '../lib/booking/clash.ts';
import { useAsking } from '../lib/session/proof-again.ts';
import { useOtherAccount } from '../lib/session/other-account.ts';
import { useLocking } from '../lib/session/locking.ts';
import { useUpdate } from '../lib/page/updates.ts';
import { Splash } from '../ui/feedback/splash.tsx';

const ReloadToast = lazy(async () => ({ default: (await import('./reload-toast.tsx')).ReloadToast }));

const reload = () => location.reload();

const ProofAgainDialog = lazy(async () => ({
  default: (await import('../ui/dialogs/proof-again.dialog.tsx')).ProofAgainDialog,
}));

const ClashDialog = lazy(async () => ({
  default: (await import('../ui/dialogs/clash.dialog.tsx')).ClashDialog,
}));

/** Layout around every screen, with dialogs and notices that belong to none of them. */
export const Root = () => {
  const update = useUpdate();
  const asking = useAsking();
  const clash = useClash();
  const otherAccount = useOtherAccount();
  if (useLocking()) return <Splash />;
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>{clash && <ClashDialog clash={clash} />}</Suspense>
      <Suspense fallback={null}>{asking && <ProofAgainDialog asking={asking} />}</Suspense>
      <Suspense fallback={null}>{update && <ReloadToast reason="update" apply={update.apply} />}</Suspense>
      <Suspense fallback={null}>
        {otherAccount && <ReloadToast reason="otherAccount" apply={reload} />}
      </Suspense>
    </>
  );
};
