import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asksForProofs } from '../../lib/page/trust.ts';

/** Opens a preview of the professional's own booking page, which may not be public yet. */
export const PreviewLink = () => {
  const { t } = useTranslation('common');
  if (!asksForProofs()) return null;
  return (
    <Button component="a" href="/preview" target="_blank" rel="noreferrer" variant="default">
      {t(($) => $.actions.preview)}
    </Button>
  );
};
