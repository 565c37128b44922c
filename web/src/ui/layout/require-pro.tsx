import type { Pro } from '@visita/contracts/pro/views';
import { Center, Stack } from '@mantine/core';
import { Provider } from 'jotai';
import { useHydrateAtoms } from 'jotai/utils';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { draftsOfAtom } from '../../lib/state/drafts.atoms.ts';
import { destinationOf, paths } from '../../lib/page/paths.ts';
import { Brand } from './brand.tsx';
import { Splash } from '../feedback/splash.tsx';
import { Failure } from '../feedback/states.tsx';
import { useSession } from '../../lib/data/session.api.ts';

type Props = { status: Pro['configStatus']; children: (pro: Pro) => ReactNode };

const OwnAtoms = ({ proId, children }: { proId: string; children: ReactNode }) => {
  useHydrateAtoms([[draftsOfAtom, proId]]);
  return children;
};

/**
 * Shows a screen only to professionals with the required configStatus, and redirects others. Its UI state
 * belongs to that account.
 */
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
        <Provider key={session.pro.id}>
          <OwnAtoms proId={session.pro.id}>{children(session.pro)}</OwnAtoms>
        </Provider>
      ) : (
        <Navigate to={destinationOf(session.pro.configStatus)} replace />
      );
  }
};
