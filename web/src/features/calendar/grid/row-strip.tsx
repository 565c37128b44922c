import type { CSSProperties } from 'react';
import { titleOf, type EntryTexts } from '../entries/entry.tsx';
import type { Entry } from '../model/calendar-events.ts';
import { timeText, type Stretch } from '../model/day-parts.ts';
import type { Cell } from '../model/week-rows.ts';

const boxOf = ({ start, end }: Stretch, range: Stretch): CSSProperties => ({
  left: `${((start - range.start) / (range.end - range.start)) * 100}%`,
  width: `${((end - start) / (range.end - range.start)) * 100}%`,
});

const lanesOf = ({ lane, span, lanes }: { lane: number; span: number; lanes: number }): CSSProperties => ({
  top: `${(lane / lanes) * 100}%`,
  height: `${(span / lanes) * 100}%`,
});

type Props = {
  cell: Cell;
  range: Stretch;
  texts: EntryTexts;
  now: number | null;
  /** Period to outline: the chosen slot, or the place of a dragged entry. */
  chosen: Stretch | null;
};

/** Picture of a day to scale: working hours, and everything in them. */
export const RowStrip = ({ cell, range, texts, now, chosen }: Props) => {
  const { hours, content } = cell;
  const hint = ({ start, end }: Stretch, entry: Entry) =>
    `${timeText(start)}–${timeText(end)} ${titleOf(entry, texts)}`;
  return (
    <div className="row-strip" aria-hidden="true">
      {hours?.map((stretch) => (
        <span key={stretch.start} className="row-worked" style={boxOf(stretch, range)} />
      ))}
      {content.behind.map((behind) => (
        <span
          key={behind.entry.id}
          className={`row-bar row-behind entry-${behind.entry.kind}`}
          style={boxOf(behind, range)}
          title={hint(behind, behind.entry)}
          data-bar={behind.entry.id}
        />
      ))}
      {content.entries.map((placed) => (
        <span
          key={placed.entry.id}
          className={`row-bar entry-${placed.entry.kind}`}
          style={{ ...boxOf(placed, range), ...lanesOf(placed) }}
          title={hint(placed, placed.entry)}
          data-bar={placed.entry.id}
        />
      ))}
      {chosen && <span className="row-chosen" style={boxOf(chosen, range)} />}
      {now !== null && <span className="row-now" style={boxOf({ start: now, end: now }, range)} />}
    </div>
  );
};
