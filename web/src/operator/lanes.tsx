import { useEffect, useRef, useState, type PointerEvent } from 'react';
import style from './audit.module.css';
import { type Entry, laneNames, lanesOf, readable } from './timeline.ts';

const laneHeight = 46;
const top = 22;
/** Half the width of the slider's thumb, which aligns the points with it. */
const margin = 10;
const dayWidth = 78;

const useWidth = () => {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([seen]) => setWidth(seen?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
};

const layoutOf = (entries: readonly Entry[], width: number) => {
  const lanes = lanesOf(entries);
  const height = top + lanes.length * laneHeight;
  const gap = entries.length > 1 ? (width - 2 * margin) / (entries.length - 1) : 0;
  const x = (index: number) => margin + index * gap;
  const y = ({ lane }: Entry) => top + lanes.indexOf(lane) * laneHeight + 30;
  const radius = Math.max(2, Math.min(6, gap / 2.5 || 6));
  return { width, lanes, height, gap, x, y, radius };
};
type Layout = ReturnType<typeof layoutOf>;

/** Returns the labels of days at their first points, without overlaps. */
const daysOf = (entries: readonly Entry[], { x, width }: Layout) => {
  const days: { day: string; x: number }[] = [];
  for (const [index, { time }] of entries.entries()) {
    const day = time.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day || entries[index - 1]?.time.slice(0, 10) === day) continue;
    const at = x(index);
    if ((!last || at - last.x >= dayWidth) && at + dayWidth <= width + margin) days.push({ day, x: at });
  }
  return days;
};

const inWords = (entries: readonly Entry[]): string => {
  const counts = lanesOf(entries).map(
    (lane) => `${laneNames[lane]} ${entries.filter((entry) => entry.lane === lane).length}`,
  );
  const [first, last] = [entries[0]!, entries.at(-1)!];
  return `${entries.length} steps from ${readable(first.time)} to ${readable(last.time)} UTC: ${counts.join(', ')}. The list below has all of them.`;
};

type Props = { entries: readonly Entry[]; chosen: number; onChoose: (index: number) => void };

type DrawnProps = { entries: readonly Entry[]; layout: Layout };

const Days = ({ entries, layout }: DrawnProps) =>
  daysOf(entries, layout).map(({ day, x: at }) => (
    <g key={day} className={style.day}>
      <line x1={at} x2={at} y1={top - 6} y2={layout.height} />
      <text x={at - 4} y={12}>
        {day}
      </text>
    </g>
  ));

const LaneLines = ({ layout: { lanes, width } }: { layout: Layout }) =>
  lanes.map((lane, index) => (
    <g key={lane} className={style.lane}>
      <line x1={0} x2={width} y1={top + index * laneHeight + 30} y2={top + index * laneHeight + 30} />
      <text x={0} y={top + index * laneHeight + 14}>
        {laneNames[lane]}
      </text>
    </g>
  ));

/** Line through the steps, solid up to the chosen one. */
const Thread = ({ entries, chosen, layout: { x, y, height } }: DrawnProps & { chosen: number }) => {
  const path = (points: readonly Entry[], from = 0) =>
    points.map((entry, index) => `${index === 0 ? 'M' : 'L'}${x(from + index)} ${y(entry)}`).join('');
  return (
    <>
      <path className={style.thread} data-later="true" d={path(entries.slice(chosen), chosen)} />
      <path className={style.thread} d={path(entries.slice(0, chosen + 1))} />
      <line className={style.cursor} x1={x(chosen)} x2={x(chosen)} y1={top - 6} y2={height} />
    </>
  );
};

const Points = ({ entries, chosen, layout: { x, y, radius } }: DrawnProps & { chosen: number }) =>
  entries.map((entry, index) => {
    const place = { className: style.point, 'data-lane': entry.lane, 'data-later': index > chosen };
    const size = index === chosen ? radius + 2 : radius;
    return entry.mail ? (
      <rect
        key={entry.key}
        {...place}
        x={x(index) - size}
        y={y(entry) - size * 0.8}
        width={size * 2}
        height={size * 1.6}
        rx="1.5"
      />
    ) : (
      <circle key={entry.key} {...place} cx={x(index)} cy={y(entry)} r={size} />
    );
  });

/** Diagram of the steps with one lane per actor, at equal distances. */
export const Lanes = ({ entries, chosen, onChoose }: Props) => {
  const { box, width } = useWidth();
  const layout = layoutOf(entries, width);
  const { height, gap } = layout;
  const choose = ({ nativeEvent }: PointerEvent) => {
    const nearest = gap > 0 ? Math.round((nativeEvent.offsetX - margin) / gap) : 0;
    onChoose(Math.max(0, Math.min(entries.length - 1, nearest)));
  };
  return (
    <div ref={box} className={style.lanes}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={inWords(entries)} onPointerDown={choose}>
          <Days entries={entries} layout={layout} />
          <LaneLines layout={layout} />
          <Thread entries={entries} chosen={chosen} layout={layout} />
          <Points entries={entries} chosen={chosen} layout={layout} />
        </svg>
      )}
    </div>
  );
};
