import type { SeriesView } from '@visita/contracts/series/views';
import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/api/use-call.ts';
import { refreshCalendar } from '../../../lib/data/calendar.api.ts';
import { Missing } from '../../../ui/feedback/states.tsx';
import { useWritten } from '../../../ui/series/use-written.ts';
import classes from '../../../ui/series/series.module.css';

/** Milliseconds between two reads while visits are placed. */
const pause = 1_000;

/** Reads a series until each visit is placed, or named as not placed. */
const useProgress = (id: string) => {
  const load = useCall('getSeries', { params: { id } });
  const { mutate } = load;
  const series = load.data?.data;
  const done = series?.done ?? false;
  useEffect(() => {
    if (done) {
      void refreshCalendar();
      return undefined;
    }
    const timer = setInterval(() => void mutate(), pause);
    return () => clearInterval(timer);
  }, [done, mutate]);
  return { load, series };
};

type Visit = SeriesView['visits'][number];

const Row = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation('series');
  const written = useWritten();
  const { date, state, reason, not_changed: unchanged, alternatives } = visit;
  const refused = reason !== null || unchanged !== undefined;
  const near = alternatives.map((start) => written.near(start, date)).join(', ');
  return (
    <li className={refused ? classes['open'] : undefined}>
      <span className="tabular">{written.long(date)}</span>{' '}
      <Text span size="sm" className={refused ? 'remark' : (classes['quiet'] ?? '')}>
        {reason && t(($) => $.notPlaced[reason])}
        {unchanged && t(($) => $.notChanged[unchanged.change][unchanged.reason])}
        {!refused && t(($) => $.placing[state])}
      </Text>
      {near && <Text size="sm">{t(($) => $.freeNear, { times: near })}</Text>}
    </li>
  );
};

/** The visits of a saved series as they are placed. */
export const SeriesProgress = ({ id }: { id: string }) => {
  const { t } = useTranslation('series');
  const { load, series } = useProgress(id);
  if (!series) return <Missing load={load} text={t(($) => $.progressFailed)} />;
  const { visits, done } = series;
  const placed = visits.filter(({ state }) => state === 'placed').length;
  const missing = visits.filter(({ state }) => state === 'not-placed').length;
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {t(($) => $.booked, { count: visits.length, placed })}
      </Text>
      {done && missing > 0 && <Text>{t(($) => $.notAll)}</Text>}
      <ol className={classes['dates']} aria-label={t(($) => $.dates)} tabIndex={0}>
        {visits.map((visit) => (
          <Row key={visit.nth} visit={visit} />
        ))}
      </ol>
    </Stack>
  );
};
