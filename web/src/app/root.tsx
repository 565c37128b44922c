import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useAsking } from '../lib/proof-again.ts';
import { useUpdate } from '../lib/updates.ts';

const UpdateNotice = lazy(async () => ({ default: (await import('./update-notice.tsx')).UpdateNotice }));

const ProofAgainDialog = lazy(async () => ({
  default: (await import('../ui/proof-again.dialog.tsx')).ProofAgainDialog,
}));

/** Around every screen: what belongs to none of them. */
export const Root = () => {
  const update = useUpdate();
  const asking = useAsking();
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>{asking && <ProofAgainDialog asking={asking} />}</Suspense>
      <Suspense fallback={null}>{update && <UpdateNotice apply={update.apply} />}</Suspense>
    </>
  );
};
