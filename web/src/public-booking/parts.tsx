import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Wheel } from '../light/wheel.tsx';
import { publicMessages } from './messages.ts';
import { useTimer } from '../lib/time/use-timer.ts';
import type { Load } from './data.ts';
import style from './parts.module.css';

export const Spinner = ({ label }: { label: string }) => (
  <span role="status" className={style.spinner}>
    <Wheel />
    <span>{label}</span>
  </span>
);

type PanelProps = { kind: 'empty' | 'error' | 'success'; title?: string; children: ReactNode };

/** Panel in place of content: empty, failed, or done. */
export const Panel = ({ kind, title, children }: PanelProps) => (
  <div className={`${style.panel} ${style[kind]}`} role={kind === 'error' ? 'alert' : undefined}>
    {title && <h2>{title}</h2>}
    {children}
  </div>
);

type Loaded<Loads> = { [Key in keyof Loads]: Loads[Key] extends Load<infer Data> ? Data : never };

type LoadedProps<Loads> = {
  loads: Loads;
  /** Approximate height of the content in pixels or by kind, which avoids layout shifts. */
  height: 'line' | 'card' | number;
  children: (data: Loaded<Loads>) => ReactNode;
};

/** Shows loaded data, a skeleton while loading, or an error with a retry button. */
export const LoadedData = <Loads extends Record<string, Load<unknown>>>({
  loads,
  height,
  children,
}: LoadedProps<Loads>) => {
  const { t } = useTranslation('booking');
  const all = Object.values(loads);
  if (all.every(({ data }) => data !== undefined)) {
    const entries = Object.entries(loads).map(([key, { data }]) => [key, data] as const);
    return children(Object.fromEntries(entries) as Loaded<Loads>);
  }
  const failed = all.filter(({ error, isValidating }) => error && !isValidating);
  if (failed.length > 0) {
    return (
      <Panel kind="error">
        <p>{t(($) => $.load.failed)}</p>
        <button type="button" onClick={() => failed.forEach(({ mutate }) => void mutate())}>
          {t(($) => $.load.retry)}
        </button>
      </Panel>
    );
  }
  return (
    <div
      className={typeof height === 'number' ? style.skeleton : `${style.skeleton} ${style[height]}`}
      style={typeof height === 'number' ? { height } : undefined}
      role="status"
      data-waiting
    >
      <span className="hidden">{t(($) => $.load.busy)}</span>
    </div>
  );
};

type BannerProps = { children: ReactNode; onEnd: () => void };

/** Error announced immediately. It closes after 10 s, unless the pointer rests on it. */
export const Banner = ({ children, onEnd }: BannerProps) => {
  const { t } = useTranslation('booking');
  const hold = useTimer(publicMessages.requestFailed.seconds, onEnd);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={banner} className={style.banner} role="alert" {...hold}>
      <span>{children}</span>
      <button type="button" aria-label={t(($) => $.error.dismiss)} onClick={onEnd}>
        ✕
      </button>
    </div>
  );
};

type StepProps = { title: string; reveal?: boolean; children: ReactNode };

/** One step of the card. A step revealed by a choice scrolls into view. */
export const Step = ({ title, reveal = false, children }: StepProps) => {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (reveal) section.current?.scrollIntoView({ block: 'nearest' });
  }, [reveal]);
  return (
    <section ref={section} className={style.step} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
};
