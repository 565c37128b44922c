import { isMeasured } from '@visita/contracts/measured-pages';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAsking } from '../lib/proof-again.ts';
import { isRunning } from '../lib/tag-manager.ts';
import { useUpdate } from '../lib/updates.ts';
import { Splash } from '../ui/splash.tsx';

const UpdateNotice = lazy(async () => ({ default: (await import('./update-notice.tsx')).UpdateNotice }));

const ProofAgainDialog = lazy(async () => ({
  default: (await import('../ui/proof-again.dialog.tsx')).ProofAgainDialog,
}));

// The calendar, which is never measured, has no kilobyte to spare for it.
const ConsentBar = lazy(async () => ({ default: (await import('../ui/consent-bar.tsx')).ConsentBar }));

/** Around every screen: what belongs to none of them, and a way out of documents that are measured. */
export const Root = () => {
  const { pathname } = useLocation();
  const measured = isMeasured(pathname);
  const update = useUpdate();
  const asking = useAsking();
  // A tag manager sees the whole document it was started in. Pages that it must not see get a document of their own.
  const leaving = !measured && isRunning();
  useEffect(() => {
    if (leaving) location.reload();
  }, [leaving]);
  if (leaving) return <Splash />;
  return (
    <>
      <Suspense fallback={null}>{measured && <ConsentBar />}</Suspense>
      <Outlet />
      <Suspense fallback={null}>{asking && <ProofAgainDialog onEnd={asking} />}</Suspense>
      <Suspense fallback={null}>{update && <UpdateNotice apply={update.apply} />}</Suspense>
    </>
  );
};
