import type { OverviewWeek } from '@visita/contracts/overview/views';
import { useElementSize } from '@mantine/hooks';
import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useId, type PointerEvent } from 'react';
import { shortDay, whole } from './overview.format.ts';
import classes from './weeks.module.css';

/** One kind of bar: its key says how it looks. */
export type Series = {
  readonly key: 'bookings' | 'returning' | 'first' | 'cancelled';
  readonly name: string;
  readonly of: (week: OverviewWeek) => number;
};

const height = 192;
const margin = { top: 16, right: 20, bottom: 24, left: 34 };
const plotHeight = height - margin.top - margin.bottom;
/** So wide is a date of the axis, and a figure over its bar. */
const dateWidth = 58;
const figureWidth = 20;
/** Between bars on top of each other. */
const gap = 1.5;

/** Dates that have room, counted from the last week backwards. */
const datesWithRoom = (weeks: readonly string[], width: number): string[] => {
  const every = Math.max(1, Math.ceil((weeks.length * dateWidth) / Math.max(width, 1)));
  return weeks.filter((_, index) => (weeks.length - 1 - index) % every === 0);
};

/** Plain text: the kit's own would be a picture within the picture. */
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

type Props = {
  weeks: readonly OverviewWeek[];
  series: readonly Series[];
  /** Title and summary: what the picture says in words. */
  label: string;
  language: string;
  active: number | null;
  onActive: (index: number | null) => void;
};

/** Bars week by week, one on the other. The same figures are to be had as a table. */
export const WeeksChart = ({ weeks, series, label, language, active, onActive }: Props) => {
  const { ref, width } = useElementSize();
  const stripes = useId();
  const plotWidth = Math.max(0, width - margin.left - margin.right);
  const rows = weeks.map((week) => ({
    week: week.week,
    ...Object.fromEntries(series.map(({ key, of }) => [key, of(week)])),
  })) as ({ week: string } & Record<Series['key'], number>)[];
  const keys = series.map(({ key }) => key);
  const totals = rows.map((row) => keys.reduce((sum, key) => sum + row[key], 0));
  const mondays = weeks.map(({ week }) => week);
  const x = scaleBand({ domain: mondays, range: [0, plotWidth], padding: 0.3 });
  const y = scaleLinear({ domain: [0, Math.max(4, ...totals)], range: [plotHeight, 0], nice: 4 });
  const ticks = y.ticks(4).filter(Number.isInteger);
  const follow = ({ nativeEvent }: PointerEvent) => {
    const index = Math.floor((nativeEvent.offsetX - margin.left) / (plotWidth / weeks.length));
    onActive(index >= 0 && index < weeks.length ? index : null);
  };
  return (
    <div ref={ref} className={classes['plot']}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => onActive(null)}
        >
          <pattern
            id={stripes}
            className={classes['stripes'] ?? ''}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 2.5H5" />
          </pattern>
          <Group left={margin.left} top={margin.top}>
            {ticks.map((tick) => (
              <line key={tick} className={classes['gridline']} x2={plotWidth} y1={y(tick)} y2={y(tick)} />
            ))}
            <BarStack
              data={rows}
              keys={keys}
              x={({ week }) => week}
              xScale={x}
              yScale={y}
              color={(key) => key}
            >
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
            {x.bandwidth() >= figureWidth &&
              totals.map((total, index) => (
                <text
                  key={mondays[index]}
                  className={classes['barFigure']}
                  x={(x(mondays[index] ?? '') ?? 0) + x.bandwidth() / 2}
                  y={y(total) - 5}
                >
                  {whole(total, language)}
                </text>
              ))}
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
              tickValues={datesWithRoom(mondays, plotWidth)}
              tickFormat={(day) => shortDay(day, language)}
              hideTicks
              axisLineClassName={classes['axis'] ?? ''}
              tickComponent={axisLabel('middle')}
            />
          </Group>
        </svg>
      )}
    </div>
  );
};
