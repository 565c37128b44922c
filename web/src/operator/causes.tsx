import type { CausedEvent } from '@visita/contracts/operator/audit';
import style from './audit.module.css';
import { useCausation } from './desk.api.ts';
import { Failure, Loading } from './parts.tsx';
import { readable } from './timeline.ts';

const Branch = ({ events, asked }: { events: readonly CausedEvent[]; asked: string }) => (
  <ul>
    {events.map((event) => (
      <li key={event.eventId} aria-current={event.eventId === asked ? 'true' : undefined}>
        <time dateTime={event.time}>{readable(event.time)}</time> {event.process && `${event.process}: `}
        {event.sentence}
        {event.caused.length > 0 && <Branch events={event.caused} asked={asked} />}
      </li>
    ))}
  </ul>
);

/** Causes and effects of an event, over all streams of its request. */
export const Causes = ({ eventId }: { eventId: string }) => {
  const { data, error } = useCausation(eventId);
  if (error) return <Failure error={error} />;
  if (!data) return <Loading what="Looking for causes" />;
  return (
    <div className={style.causes}>
      {data.roots.map(({ causationId, who, caused }) => (
        <div key={causationId}>
          <p>
            {who}, command <code>{causationId}</code>
          </p>
          <Branch events={caused} asked={eventId} />
        </div>
      ))}
      {data.truncated && <p>Not all events of this request are shown.</p>}
    </div>
  );
};
