import { Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from '../ui/feedback/states.tsx';

/** What shows when a screen could not be loaded or broke: a way out, never a blank page. */
export const RouteError = () => {
  const { t } = useTranslation('common');
  return (
    <Center mih="100dvh" p="md" component="main">
      <Failure text={t(($) => $.states.broken)} onRetry={() => location.reload()} />
    </Center>
  );
};
