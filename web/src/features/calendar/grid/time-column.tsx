import { lazy, memo, Suspense, useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, dayOf } from '../../../lib/time/wall-clock.ts';
import { isClosing } from '../model/bands.ts';
import type { Entry } from '../model/calendar-events.ts';
import { outside, type Behind, type Column, type ColumnContent } from '../model/columns.ts';
import { namePlaces, readable } from '../model/calendar-scale.ts';
import type { Placed } from '../model/side-by-side.ts';
import { timeText, type Stretch } from '../model/day-parts.ts';
import { besideOthers, EntryButton, type EntryTexts } from '../entries/entry.tsx';
import { ChosenSlot, type Chosen } from './chosen-slot.tsx';

// Loaded lazily, because holds are rare.
const ReleaseHold = lazy(async () => ({
  default: (await import('../entries/release-hold.tsx')).ReleaseHold,
}));

const boxOf = ({ start, end }: Stretch, scale: number) => ({
  top: start * scale,
  height: (end - start) * scale,
});

/** Returns whether an entry lasts several days. */
const lasts = ({ start, end }: Entry): boolean => dayOf(end) > addDays(dayOf(start), 1);

type BehindProps = { behind: Behind; scale: number; texts: EntryTexts; place?: CSSProperties };

/** Closing, vacation or hold behind the entries; `place` is its left edge and width. */
export const BehindBlock = ({ behind, scale, texts, place }: BehindProps) => {
  const { t } = useTranslation('calendar');
  const { entry } = behind;
  return (
    <div className={`entry-background entry-${entry.kind}`} style={{ ...boxOf(behind, scale), ...place }}>
      <span className="entry-background-title">
        {entry.kind === 'held' ? texts.held(entry) : entry.title || t(($) => $.legend[entry.kind])}
        {entry.town && ` · ${texts.clockOf(entry.town)}`}
        {lasts(entry) && (
          <small>{t(($) => $.grid.until, { day: addDays(dayOf(entry.end), -1).slice(8) })}</small>
        )}
      </span>
      {entry.kind === 'held' && (
        <Suspense>
          <ReleaseHold entry={entry} />
        </Suspense>
      )}
    </div>
  );
};

/** Space above and below an entry that is lower than a target, in which a press counts as a press on it. */
const Reach = ({ placed, scale }: { placed: Placed<Entry>; scale: number }) => {
  const { entry, start, end } = placed;
  if ((end - start) * scale >= readable) return null;
  const top = ((start + end) / 2) * scale - readable / 2;
  return (
    <span
      className="entry-reach"
      data-entry={entry.id}
      style={{ ...besideOthers(placed), top, height: readable }}
    />
  );
};

type Props = {
  column: Column;
  texts: EntryTexts;
  /** Accessible name: day and professional. */
  name: string;
  content: ColumnContent;
  hours: Stretch[] | null;
  scale: number;
  colourOf: (proId: string | null) => number | undefined;
  /** Preview of the period being drawn or dragged. */
  ghost: Stretch | null;
  chosen: Chosen | null;
  movingId: string | null;
  /** Current minute; null unless the column is of today. */
  now: number | null;
};

/** Column of a day: closed hours, closings and vacations, bookings, and the current time. */
export const TimeColumn = memo((props: Props) => {
  const { column, texts, name, content, hours, scale, colourOf, ghost, chosen, movingId, now } = props;
  const places = useMemo(() => namePlaces(content.entries, scale), [content.entries, scale]);
  return (
    <div className="time-column" role="group" aria-label={name} data-date={column.day} data-key={column.key}>
      {hours &&
        outside(hours).map((stretch) => (
          <div key={stretch.start} className="time-closed" style={boxOf(stretch, scale)} />
        ))}
      {content.behind.map(
        (behind) =>
          // Closings are bands over several columns.
          !isClosing(behind) && (
            <BehindBlock key={behind.entry.id} behind={behind} scale={scale} texts={texts} />
          ),
      )}
      {now !== null && <div className="time-now" style={{ top: now * scale }} />}
      <div className="time-entries">
        {content.entries.map((placed) => (
          <Reach key={placed.entry.id} placed={placed} scale={scale} />
        ))}
        {content.entries.map((placed) => (
          <EntryButton
            key={placed.entry.id}
            texts={texts}
            placed={placed}
            scale={scale}
            colour={colourOf(placed.entry.proId)}
            moving={placed.entry.id === movingId}
            apart={column.pro !== null}
            namePlace={places.get(placed.entry)}
            now={now !== null && placed.start < now && now < placed.end ? now : null}
          />
        ))}
        {chosen && <ChosenSlot chosen={chosen} scale={scale} />}
        {ghost && (
          <div className="time-ghost" style={boxOf(ghost, scale)}>
            {`${timeText(ghost.start)}–${timeText(ghost.end)}`}
          </div>
        )}
      </div>
    </div>
  );
});
