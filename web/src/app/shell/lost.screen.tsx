import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Empty } from '../../ui/feedback/states.tsx';

export const LostScreen = () => {
  const { t } = useTranslation('common');
  return (
    <Page title={t(($) => $.lost.title)}>
      <Empty
        icon="search"
        title={t(($) => $.lost.title)}
        text={t(($) => $.lost.text)}
        action={
          <Button component={Link} to={paths.calendar}>
            {t(($) => $.lost.action)}
          </Button>
        }
      />
    </Page>
  );
};
