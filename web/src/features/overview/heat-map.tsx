import type { OverviewHour } from '@visita/contracts/overview/views';
import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { Section } from '../../ui/layout/section.tsx';
import { clockHour, occupancyOf, percent, weekdayName, whole } from './overview.format.ts';
import classes from './heat-map.module.css';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
/** Upper bounds of the colour steps. */
const steps = [0, 0.25, 0.5, 0.75, 1];

const stepOf = (share: number): number => {
  const step = steps.findIndex((limit) => Math.round(share * 100) <= limit * 100);
  return step === -1 ? steps.length : step;
};

const colorOf = (step: number) => ({ '--heat': `var(--heat-${step})` }) as CSSProperties;

/** Returns the hours from the first to the last with activity. */
const hoursOf = (cells: readonly OverviewHour[]): number[] => {
  const hours = cells.map(({ hour }) => hour);
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};

const Cell = ({ cell }: { cell: OverviewHour | undefined }) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const share = cell && occupancyOf(cell);
  if (!cell)
    return (
      <td>
        <span className="visually-hidden">{t(($) => $.occupancy.closed)}</span>
      </td>
    );
  if (share === null || share === undefined)
    return (
      <td data-step="outside">
        <span aria-hidden="true">+</span>
        <span className="visually-hidden">
          {t(($) => $.occupancy.outside, { minutes: whole(cell.booked_minutes, language) })}
        </span>
      </td>
    );
  const [figure = ''] = /^\d+/.exec(percent(share, language)) ?? [];
  return (
    <td data-step={stepOf(share)} style={colorOf(stepOf(share))}>
      {figure}
      <span className={classes['sign']}>{percent(share, language).slice(figure.length)}</span>
    </td>
  );
};

const Scale = () => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const named = steps.map((limit, step) => {
    const from = (steps[step - 1] ?? 0) * 100 + 1;
    return step === 0 ? percent(0, language) : `${whole(from, language)}–${percent(limit, language)}`;
  });
  return (
    <ul className={classes['scale']} aria-hidden="true">
      {[...named, `> ${percent(1, language)}`].map((text, step) => (
        <li key={text} style={colorOf(step)}>
          {text}
        </li>
      ))}
      <li data-step="outside">{t(($) => $.occupancy.outsideKey)}</li>
    </ul>
  );
};

/** Returns the fullest and the emptiest hour in words. */
const useSummary = (cells: readonly OverviewHour[]): string => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const sorted = cells
    .flatMap((cell) => {
      const share = occupancyOf(cell);
      return share === null ? [] : [{ ...cell, share }];
    })
    .toSorted((one, other) => other.share - one.share);
  const [fullest, emptiest] = [sorted[0], sorted.at(-1)];
  if (!fullest || !emptiest) return t(($) => $.occupancy.noHours);
  const when = ({ weekday, hour }: OverviewHour) =>
    `${weekdayName(weekday, language, 'long')} ${clockHour(hour)}`;
  return t(($) => $.occupancy.summary, {
    fullest: when(fullest),
    most: percent(fullest.share, language),
    emptiest: when(emptiest),
    least: percent(emptiest.share, language),
  });
};

type Props = { cells: readonly OverviewHour[] };

const HeatTable = ({ cells }: Props) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const cellAt = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour);
  return (
    <table className={classes['heat']}>
      <caption className="visually-hidden">{t(($) => $.occupancy.title)}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t(($) => $.occupancy.hour)}</span>
          </th>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekdayName(weekday, language, 'long')}>
              {weekdayName(weekday, language, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hoursOf(cells).map((hour) => (
          <tr key={hour}>
            <th scope="row">{clockHour(hour)}</th>
            {weekdays.map((weekday) => (
              <Cell key={weekday} cell={cellAt(weekday, hour)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/**
 * Occupancy of each hour of the week, as a table with coloured cells, so that screen readers get the same
 * data.
 */
export const HeatMap = ({ cells }: Props) => {
  const { t } = useTranslation('overview');
  const summary = useSummary(cells);
  return (
    <Section title={t(($) => $.occupancy.title)}>
      <Text c="dimmed">{summary}</Text>
      {cells.length > 0 && (
        <>
          <HeatTable cells={cells} />
          <Scale />
        </>
      )}
    </Section>
  );
};
