import type { Audit, AuditSubject } from '@visita/contracts/operator/audit';
import { useState } from 'react';
import style from './audit.module.css';
import { useAudit } from './desk.api.ts';
import { EntryList } from './entry-list.tsx';
import { Lanes } from './lanes.tsx';
import parts from './operator.module.css';
import { Failure, Loading } from './parts.tsx';
import { Reveal } from './reveal.tsx';
import { StateView } from './state-view.tsx';
import { entriesOf, gapBetween, laneNames, readable, type Entry } from './timeline.ts';

const titles = { booking: 'Booking', patient: 'Patient', pro: 'Pro', clinic: 'Clinic' } as const;

type NowProps = { entries: readonly Entry[]; index: number; onChoose: (index: number) => void };

/** The chosen step, with buttons to the next and previous one. */
const Now = ({ entries, index, onChoose }: NowProps) => {
  const entry = entries[index]!;
  const before = entries[index - 1];
  const gap = before ? gapBetween(before.time, entry.time) : null;
  return (
    <div className={style.now}>
      <button type="button" aria-label="Step back" disabled={index === 0} onClick={() => onChoose(index - 1)}>
        ‹
      </button>
      <button
        type="button"
        aria-label="Step on"
        disabled={index === entries.length - 1}
        onClick={() => onChoose(index + 1)}
      >
        ›
      </button>
      <p aria-live="polite">
        <strong>
          {index + 1} of {entries.length}
        </strong>{' '}
        <time dateTime={entry.time}>{readable(entry.time)} UTC</time>, {laneNames[entry.lane]}
        {gap && `, ${gap} later`}
        <span>{entry.sentence}</span>
      </p>
    </div>
  );
};

/** Lanes, slider and the state at the chosen point. */
const Timeline = ({ audit }: { audit: Audit }) => {
  const entries = entriesOf(audit);
  const [chosen, setChosen] = useState(entries.length - 1);
  const index = Math.min(chosen, entries.length - 1);
  const entry = entries[index]!;
  return (
    <>
      <section className={parts.card} aria-label="Timeline">
        <Lanes entries={entries} chosen={index} onChoose={setChosen} />
        <input
          className={style.slider}
          type="range"
          aria-label="Point in time"
          min={0}
          max={entries.length - 1}
          value={index}
          aria-valuetext={`${readable(entry.time)}: ${entry.sentence}`}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
        <Now entries={entries} index={index} onChoose={setChosen} />
      </section>
      <div className={style.columns}>
        <StateView entries={entries} index={index} main={`${audit.kind}-${audit.id}`} />
        <EntryList entries={entries} chosen={index} onChoose={setChosen} />
      </div>
    </>
  );
};

export const AuditScreen = ({ kind, id }: AuditSubject) => {
  const { data, error, mutate } = useAudit(kind, id);
  const [revealed, setRevealed] = useState<Audit | null>(null);
  const audit = revealed ?? data;
  if (!audit && error) return <Failure error={error} onRetry={() => void mutate()} />;
  if (!audit) return <Loading what="Reading the events" />;
  return (
    <article className={style.audit}>
      <header className={style.head}>
        <h1>
          {titles[kind]} <code>{id}</code>
        </h1>
        <Reveal
          about={{ kind, id }}
          revealed={audit.revealed}
          onChange={(changed) => {
            setRevealed(changed);
            // Viewing an audit is itself recorded as a step.
            void mutate();
          }}
        />
      </header>
      <Timeline audit={audit} />
    </article>
  );
};
