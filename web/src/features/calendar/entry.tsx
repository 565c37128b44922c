import { memo, type CSSProperties } from 'react';
import { wallTimeOf } from '../../lib/wall-clock.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Entry, EntryKind } from './calendar-events.ts';
import type { Placed } from './side-by-side.ts';

/** The height of a line, and of the padding around it, in pixels. */
const [line, padding] = [16, 6];

/** Days have hundreds of entries, so what all of them say is asked for once, by the grid. */
export type EntryTexts = { erased: string; kinds: Readonly<Record<EntryKind, string>> };

type Props = {
  texts: EntryTexts;
  placed: Placed<Entry>;
  /** Pixels of a minute. */
  scale: number;
  /** The colour of whose it is, where that is told by colour. */
  colour: number | undefined;
  moving: boolean;
  /** Whether it stands in its professional's own column. */
  apart: boolean;
};

/** A booking in its column: as high as it lasts, with as many lines as there is room for. */
export const EntryButton = memo(({ texts, placed, scale, colour, moving, apart }: Props) => {
  const { entry, start, end, lane, span, lanes } = placed;
  const { id, kind, title, detail } = entry;
  const height = (end - start) * scale;
  const box = {
    '--part': span / lanes,
    top: start * scale,
    height: height - 1,
    insetInlineStart: `${(lane / lanes) * 100}%`,
    width: `calc(${(span / lanes) * 100}% - 2px)`,
  } as CSSProperties;
  return (
    <button
      type="button"
      className={`entry entry-${kind}`}
      style={box}
      data-entry={id}
      data-lines={height >= 2 * line + padding ? 2 : 1}
      data-small={height < 18 || undefined}
      data-moving={moving || undefined}
      data-colour={colour}
    >
      <span className="entry-content">
        <span className="entry-line">
          {kind === 'orphan' && <Icon name="warning" size={13} />}
          {/* The space goes with the time, where that has no room. */}
          <span className="entry-time">{`${wallTimeOf(entry.start)} `}</span>
          <strong>{title || (kind === 'block' ? texts.kinds.block : texts.erased)}</strong>
          {kind !== 'own' && <span className="visually-hidden"> ({texts.kinds[kind]})</span>}
        </span>{' '}
        <span className="entry-detail">{apart ? entry.service : detail}</span>
      </span>
    </button>
  );
});
