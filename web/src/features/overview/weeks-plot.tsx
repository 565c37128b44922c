import type { OverviewWeek } from '@visita/contracts/overview/views';
import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { shortDay, whole } from './overview.format.ts';
import classes from './weeks.module.css';

/** Series of bars; its key selects the style. */
export type Series = {
  readonly key: 'bookings' | 'returning' | 'first' | 'cancelled';
  readonly name: string;
  readonly of: (week: OverviewWeek) => number;
};

export const height = 192;
export const margin = { top: 16, right: 20, bottom: 24, left: 34 };
const plotHeight = height - margin.top - margin.bottom;
/** Width of an axis date and height of a figure above its bar. */
const dateWidth = 58;
const figureWidth = 20;
const gap = 1.5;

export type Data = { weeks: readonly OverviewWeek[]; series: readonly Series[] };

/** Returns the figures of each week and their scales for a width. */
export const plotOf = ({ weeks, series }: Data, width: number) => {
  const rows = weeks.map((week) => ({
    week: week.week,
    ...Object.fromEntries(series.map(({ key, of }) => [key, of(week)])),
  })) as ({ week: string } & Record<Series['key'], number>)[];
  const keys = series.map(({ key }) => key);
  const totals = rows.map((row) => keys.reduce((sum, key) => sum + row[key], 0));
  const mondays = weeks.map(({ week }) => week);
  const x = scaleBand({ domain: mondays, range: [0, width], padding: 0.3 });
  const y = scaleLinear({ domain: [0, Math.max(4, ...totals)], range: [plotHeight, 0], nice: 4 });
  return { width, rows, keys, totals, mondays, x, y, ticks: y.ticks(4).filter(Number.isInteger) };
};

export type Plot = ReturnType<typeof plotOf>;

/** Returns the dates that fit, counted backwards from the last week. */
const datesThatFit = (weeks: readonly string[], width: number): string[] => {
  const every = Math.max(1, Math.ceil((weeks.length * dateWidth) / Math.max(width, 1)));
  return weeks.filter((_, index) => (weeks.length - 1 - index) % every === 0);
};

/** Plain text: Mantine's label would nest an svg in the svg. */
const axisLabel =
  (anchor: 'middle' | 'end') =>
  ({ x, y, formattedValue }: TickRendererProps) => (
    <text
      className={classes['tick']}
      x={x}
      y={y}
      dx={anchor === 'end' ? -4 : 0}
      dy={anchor === 'end' ? 4 : 2}
      textAnchor={anchor}
    >
      {formattedValue}
    </text>
  );

export const Gridlines = ({ plot: { ticks, width, y } }: { plot: Plot }) =>
  ticks.map((tick) => (
    <line key={tick} className={classes['gridline']} x2={width} y1={y(tick)} y2={y(tick)} />
  ));

type BarsProps = { plot: Plot; stripes: string; active: number | null };

export const Bars = ({ plot: { rows, keys, x, y }, stripes, active }: BarsProps) => (
  <BarStack data={rows} keys={keys} x={({ week }) => week} xScale={x} yScale={y} color={(key) => key}>
    {(stacks) =>
      stacks.flatMap(({ bars, key, index: level }) =>
        bars
          .filter((bar) => bar.height > 0)
          .map((bar) => (
            <rect
              key={`${key} ${bar.index}`}
              className={classes['bar']}
              data-series={key}
              data-faded={active !== null && active !== bar.index}
              x={bar.x}
              y={bar.y}
              width={bar.width}
              height={Math.max(1, bar.height - (level > 0 ? gap : 0))}
              rx={Math.min(2, bar.width / 4)}
              {...(key === 'first' ? { style: { fill: `url(#${stripes})` } } : {})}
            />
          )),
      )
    }
  </BarStack>
);

type WordsProps = { plot: Plot; language: string };

/** Each week's total above its bar, if it fits. */
export const Totals = ({ plot: { totals, mondays, x, y }, language }: WordsProps) =>
  x.bandwidth() >= figureWidth &&
  totals.map((total, index) => (
    <text
      key={mondays[index]}
      className={classes['barFigure']}
      x={(x(mondays[index] ?? '') ?? 0) + x.bandwidth() / 2}
      y={y(total) - 5}
    >
      {whole(total, language)}
    </text>
  ));

export const Axes = ({ plot: { ticks, mondays, width, x, y }, language }: WordsProps) => (
  <>
    <AxisLeft
      scale={y}
      tickValues={ticks}
      tickFormat={(value) => whole(Number(value), language)}
      hideAxisLine
      hideTicks
      tickComponent={axisLabel('end')}
    />
    <AxisBottom
      scale={x}
      top={plotHeight}
      tickValues={datesThatFit(mondays, width)}
      tickFormat={(day) => shortDay(day, language)}
      hideTicks
      axisLineClassName={classes['axis'] ?? ''}
      tickComponent={axisLabel('middle')}
    />
  </>
);
