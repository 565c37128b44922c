import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useAsking } from '../lib/proof-again.ts';
import { useOtherAccount } from '../lib/other-account.ts';
import { useUpdate } from '../lib/updates.ts';

const ReloadNotice = lazy(async () => ({ default: (await import('./reload-notice.tsx')).ReloadNotice }));

const reload = () => location.reload();

const ProofAgainDialog = lazy(async () => ({
  default: (await import('../ui/proof-again.dialog.tsx')).ProofAgainDialog,
}));

/** Around every screen: what belongs to none of them. */
export const Root = () => {
  const update = useUpdate();
  const asking = useAsking();
  const otherAccount = useOtherAccount();
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>{asking && <ProofAgainDialog asking={asking} />}</Suspense>
      <Suspense fallback={null}>{update && <ReloadNotice reason="update" apply={update.apply} />}</Suspense>
      <Suspense fallback={null}>
        {otherAccount && <ReloadNotice reason="otherAccount" apply={reload} />}
      </Suspense>
    </>
  );
};
