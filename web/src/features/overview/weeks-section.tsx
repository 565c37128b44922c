import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { addDays } from '../../lib/time/wall-clock.ts';
import { Section } from '../../ui/layout/section.tsx';
import { daysBetween, weekDays, whole } from './overview.format.ts';
import classes from './weeks.module.css';
import { WeeksChart } from './weeks-chart.tsx';
import type { Data } from './weeks-plot.tsx';

const WeeksTable = ({ title, weeks, series }: Data & { title: string }) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  return (
    <div className={classes['scroller']} role="group" aria-label={title} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.chart.week)}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.week}>
              <th scope="row">{daysBetween(week.week, addDays(week.week, 6), language)}</th>
              {series.map(({ key, of }) => (
                <td key={key}>{whole(of(week), language)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Legend of the series, with the figures of the hovered week. */
const Key = ({ weeks, series, active }: Data & { active: number | null }) => {
  const { i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const week = active === null ? undefined : weeks[active];
  return (
    <div className={classes['key']}>
      <ul>
        {series.map(({ key, name }) => (
          <li key={key} data-series={key}>
            {name}
            {week && `: ${whole(series.find((one) => one.key === key)?.of(week) ?? 0, language)}`}
          </li>
        ))}
      </ul>
      {week && <span aria-hidden="true">{weekDays(week.week, language)}</span>}
    </div>
  );
};

type Props = Data & { title: string; summary: string; note?: ReactNode };

const Picture = ({ label, weeks, series }: Data & { label: string }) => {
  const { i18n } = useTranslation();
  const [active, setActive] = useState<number | null>(null);
  return (
    <>
      <Key weeks={weeks} series={series} active={active} />
      <WeeksChart
        weeks={weeks}
        series={series}
        label={label}
        language={currentLanguage(i18n)}
        active={active}
        onActive={setActive}
      />
    </>
  );
};

/** Chart by week with title, summary and the same figures as a table. */
export const WeeksSection = ({ title, summary, note, weeks, series }: Props) => {
  const { t } = useTranslation('overview');
  const [asTable, setAsTable] = useState(false);
  const other = asTable ? 'chart' : 'table';
  return (
    <Section
      title={title}
      action={
        <Button
          size="compact-sm"
          variant="subtle"
          ms="auto"
          aria-label={`${t(($) => $.chart.showAs[other])}: ${title}`}
          onClick={() => setAsTable(!asTable)}
        >
          {t(($) => $.chart[other])}
        </Button>
      }
    >
      <Text c="dimmed">
        {summary} {note}
      </Text>
      <div className={classes['chart']}>
        {asTable ? (
          <WeeksTable title={title} weeks={weeks} series={series} />
        ) : (
          <Picture weeks={weeks} series={series} label={`${title}. ${summary}`} />
        )}
      </div>
    </Section>
  );
};
