import { useState } from 'react';
import { Causes } from './causes.tsx';
import style from './audit.module.css';
import parts from './operator.module.css';
import { type Entry, gapBetween, readable } from './timeline.ts';

const StepFacts = ({ step }: { step: NonNullable<Entry['step']> }) => (
  <>
    <dt>Stream</dt>
    <dd>
      <code>{step.stream}</code> at {step.revision}
    </dd>
    <dt>Request</dt>
    <dd>
      <code>{step.correlationId}</code>
    </dd>
    <dt>Caused by</dt>
    <dd>
      <code>{step.causationId}</code>
    </dd>
  </>
);

const Origin = ({ entry: { step, mail } }: { entry: Entry }) => {
  const [asked, setAsked] = useState(false);
  const eventId = step?.eventId ?? mail?.eventId ?? '';
  return (
    <details className={style.origin}>
      <summary>Where it comes from</summary>
      <dl>
        <dt>{step ? 'Event' : 'Asked for by'}</dt>
        <dd>
          {step ? `${step.type} ` : ''}
          <code>{eventId}</code>
        </dd>
        {step && <StepFacts step={step} />}
        {mail && (
          <>
            <dt>Mail</dt>
            <dd>
              {mail.template}, {mail.state}
              {mail.settled && ` ${readable(mail.settled)}`}
            </dd>
          </>
        )}
      </dl>
      {step &&
        (asked ? (
          <Causes eventId={eventId} />
        ) : (
          <button type="button" onClick={() => setAsked(true)}>
            Causes and effects
          </button>
        ))}
    </details>
  );
};

type Props = { entries: readonly Entry[]; chosen: number; onChoose: (index: number) => void };

/** Timeline as a list. */
export const EntryList = ({ entries, chosen, onChoose }: Props) => (
  <section className={parts.card}>
    <h2>Step by step</h2>
    <ol className={style.entries}>
      {entries.map((entry, index) => {
        const before = entries[index - 1];
        const gap = before ? gapBetween(before.time, entry.time) : null;
        return (
          <li key={entry.key} data-lane={entry.lane} data-later={index > chosen}>
            {gap && <p className={style.gap}>{gap} later</p>}
            <button
              type="button"
              aria-current={index === chosen ? 'step' : undefined}
              onClick={() => onChoose(index)}
            >
              <time dateTime={entry.time}>{readable(entry.time)}</time>
              <span className={style.doer}>{entry.step?.who ?? 'mail'}</span>
              <span className={style.sentence}>{entry.sentence}</span>
            </button>
            <Origin entry={entry} />
          </li>
        );
      })}
    </ol>
  </section>
);
