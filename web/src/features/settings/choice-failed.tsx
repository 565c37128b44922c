import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Tells that a choice was not saved. */
export const ChoiceFailed = ({ failed }: { failed: boolean }) => {
  const { t } = useTranslation('messages');
  return (
    failed && (
      <Alert color="red" role="alert">
        {t(($) => $.plan.failed)}
      </Alert>
    )
  );
};
