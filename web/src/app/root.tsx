import { isMeasured } from '@visita/contracts/measured-pages';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { isRunning } from '../lib/tag-manager.ts';
import { ConsentBar } from '../ui/consent-bar.tsx';
import { Splash } from '../ui/splash.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** Around every screen: what belongs to none of them, and a way out of documents that are measured. */
export const Root = () => {
  const { pathname } = useLocation();
  const measured = isMeasured(pathname);
  // A tag manager sees the whole document it was started in. Pages that it must not see get a document of their own.
  const leaving = !measured && isRunning();
  useEffect(() => {
    if (leaving) location.reload();
  }, [leaving]);
  if (leaving) return <Splash />;
  return (
    <>
      {measured && <ConsentBar />}
      <Outlet />
      <UpdateNotice />
    </>
  );
};
