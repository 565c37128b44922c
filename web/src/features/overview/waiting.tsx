import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './figures.module.css';

/** Placeholder with the height of the content. */
export const Waiting = () => {
  const { t } = useTranslation('common');
  return (
    <Stack role="status" aria-label={t(($) => $.states.loading)}>
      <Skeleton height={20} width={180} />
      <div className={classes['figures']}>
        {[1, 2, 3, 4].map((figure) => (
          <Skeleton key={figure} height={112} />
        ))}
      </div>
      <Skeleton height={334} />
      <Skeleton height={334} />
    </Stack>
  );
};
