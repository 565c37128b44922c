import type { Pro } from '@visita/contracts/pro/views';
import { Center, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { destinationOf, paths } from '../../lib/page/paths.ts';
import { Brand } from './brand.tsx';
import { Splash } from '../feedback/splash.tsx';
import { Failure } from '../feedback/states.tsx';
import { useSession } from '../../lib/data/session.api.ts';

type Props = { status: Pro['configStatus']; children: (pro: Pro) => ReactNode };

/** Shows a screen to a pro whose configStatus is right, and sends anybody else where they belong. */
export const RequirePro = ({ status, children }: Props) => {
  const { t } = useTranslation('common');
  const session = useSession();
  switch (session.state) {
    case 'unknown':
      return <Splash />;
    case 'failed':
      return (
        <Center mih="100dvh" p="md" component="main">
          <Stack align="center" gap="lg">
            <Brand />
            <Failure text={t(($) => $.states.offline)} onRetry={session.retry} />
          </Stack>
        </Center>
      );
    case 'out':
      return <Navigate to={paths.login} replace />;
    case 'in':
      return session.pro.configStatus === status ? (
        children(session.pro)
      ) : (
        <Navigate to={destinationOf(session.pro.configStatus)} replace />
      );
  }
};
