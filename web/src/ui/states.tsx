import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icons.tsx';
import classes from './states.module.css';

/** A load that failed, in its place, with Retry. */
export const Failure = ({ text, onRetry }: { text: string; onRetry: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={text} maw={560}>
      <Button size="xs" variant="default" onClick={onRetry}>
        {t(($) => $.actions.retry)}
      </Button>
    </Alert>
  );
};

type EmptyProps = { icon: IconName; title: string; text: string; action?: ReactNode };

/** Nothing there yet, and the one thing to do about it. */
export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className={classes['empty']}>
    <span className={classes['emptyIcon']}>
      <Icon name={icon} size={28} />
    </span>
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw={420} ta="center">
      {text}
    </Text>
    {action}
  </div>
);

/** Rows of a fixed height while something loads. */
export const Loading = ({ rows = 3, height = 120 }: { rows?: number; height?: number }) => {
  const { t } = useTranslation('common');
  return (
    <Stack gap="md" role="status" aria-label={t(($) => $.states.loading)}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
};
