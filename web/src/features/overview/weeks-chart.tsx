import { useElementSize } from '@mantine/hooks';
import { Group } from '@visx/group';
import { useId, type PointerEvent } from 'react';
import classes from './weeks.module.css';
import { Axes, Bars, Gridlines, height, margin, plotOf, Totals, type Data } from './weeks-plot.tsx';

type Props = Data & {
  /** Title and summary, which describe the chart in words. */
  label: string;
  language: string;
  active: number | null;
  onActive: (index: number | null) => void;
};

const Stripes = ({ id }: { id: string }) => (
  <pattern
    id={id}
    className={classes['stripes'] ?? ''}
    width="5"
    height="5"
    patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"
  >
    <path d="M0 2.5H5" />
  </pattern>
);

/** Stacked bar chart by week; the same figures are available as a table. */
export const WeeksChart = ({ weeks, series, label, language, active, onActive }: Props) => {
  const { ref, width } = useElementSize();
  const stripes = useId();
  const plot = plotOf({ weeks, series }, Math.max(0, width - margin.left - margin.right));
  const follow = ({ nativeEvent }: PointerEvent) => {
    const index = Math.floor((nativeEvent.offsetX - margin.left) / (plot.width / weeks.length));
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
          <Stripes id={stripes} />
          <Group left={margin.left} top={margin.top}>
            <Gridlines plot={plot} />
            <Bars plot={plot} stripes={stripes} active={active} />
            <Totals plot={plot} language={language} />
            <Axes plot={plot} language={language} />
          </Group>
        </svg>
      )}
    </div>
  );
};
