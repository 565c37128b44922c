import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../lib/api/connection.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { moment } from '../../lib/time/wall-clock.ts';
import { Icon, type IconName } from '../icons/icons.tsx';
import classes from './states.module.css';

/** Failed load, with a Retry button. */
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

/** Empty state with an action. */
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

/** Placeholder rows of a fixed height. */
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

type Load = { data: unknown; error: unknown; at: Date | null; mutate: () => Promise<unknown> };
type Loads = Readonly<Record<string, Load>>;

/** Error in a form whose options could not be loaded. */
export const Missing = ({ load, text }: { load: Load; text: string }) =>
  load.error && load.data === undefined ? <Failure text={text} onRetry={() => void load.mutate()} /> : null;

/** Shows the age of data that could not be reloaded, with Retry. Offline the banner covers it. */
export const Stale = ({ loads }: { loads: Loads }) => {
  const { t, i18n } = useTranslation('common');
  const connection = useConnection();
  const stale = Object.values(loads).filter(({ error, data }) => error && data !== undefined);
  const [oldest] = stale.flatMap(({ at }) => at ?? []).toSorted((one, other) => Number(one) - Number(other));
  if (connection.state === 'lost' || !oldest) return null;
  return (
    <div className={classes['stale']} role="status">
      <Icon name="clock" size={18} />
      <span>{t(($) => $.states.stale, { time: moment(oldest, currentLanguage(i18n)) })}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => stale.forEach(({ mutate }) => void mutate())}
      >
        {t(($) => $.actions.retry)}
      </Button>
    </div>
  );
};

type LoadedProps<Given extends Loads> = {
  loads: Given;
  /** Text after a failed load. */
  failed: string;
  /** Placeholder with the content's height. */
  skeleton: ReactNode;
  children: (data: { [Key in keyof Given]: NonNullable<Given[Key]['data']> }) => ReactNode;
};

/** Shows loaded data (marked if old), a skeleton while loading, or an error with Retry. */
export const Loaded = <Given extends Loads>({ loads, failed, skeleton, children }: LoadedProps<Given>) => {
  const all = Object.values(loads);
  if (all.every(({ data }) => data !== undefined)) {
    const data = Object.fromEntries(Object.entries(loads).map(([key, load]) => [key, load.data]));
    return (
      <>
        <Stale loads={loads} />
        {children(data as Parameters<typeof children>[0])}
      </>
    );
  }
  const broken = all.filter(({ error, data }) => error && data === undefined);
  if (broken.length === 0) return skeleton;
  return <Failure text={failed} onRetry={() => broken.forEach(({ mutate }) => void mutate())} />;
};
