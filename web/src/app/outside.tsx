import { Center } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { isInside, paths } from '../lib/page/paths.ts';
import { Splash } from '../ui/feedback/splash.tsx';
import { Failure } from '../ui/feedback/states.tsx';

/**
 * Screen for an address outside the dashboard. A link within the app loads the page itself; a visitor from
 * outside sees the cached dashboard because the server did not respond.
 */
export const Outside = () => {
  const { t } = useTranslation('common');
  const { pathname, key } = useLocation();
  const arrival = useNavigationType();
  const unknown = isInside(pathname);
  const leaving = unknown || arrival !== NavigationType.Pop;
  useEffect(() => {
    if (unknown) location.replace(paths.login);
    else if (leaving) location.reload();
  }, [unknown, leaving, key]);
  if (leaving) return <Splash />;
  return (
    <Center mih="100dvh" p="md" component="main">
      <Failure text={t(($) => $.states.offline)} onRetry={() => location.reload()} />
    </Center>
  );
};
