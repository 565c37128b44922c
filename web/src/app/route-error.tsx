import { Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from '../ui/feedback/states.tsx';

export const RouteError = () => {
  const { t } = useTranslation('common');
  return (
    <Center mih="100dvh" p="md" component="main">
      <Failure text={t(($) => $.states.broken)} onRetry={() => location.reload()} />
    </Center>
  );
};
