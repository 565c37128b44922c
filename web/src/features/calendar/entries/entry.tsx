import { memo, useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import type { Entry, EntryKind } from '../model/calendar-events.ts';
import type { Placed } from '../model/side-by-side.ts';

/** The height of a line, and of the padding around it, in pixels. */
const [line, padding] = [16, 6];

/** Days have hundreds of entries, so what all of them say is asked for once, by the grid; and each has few elements. */
export type EntryTexts = {
  erased: string;
  kinds: Readonly<Record<EntryKind, string>>;
  held: (until: string) => string;
  clockOf: (town: string) => string;
};

/** The texts, in the language of the page. */
export const useEntryTexts = (): EntryTexts => {
  const { t } = useTranslation(['calendar', 'common']);
  return useMemo(
    () => ({
      erased: t(($) => $.details.erased),
      kinds: t(($) => $.legend, { returnObjects: true }),
      held: (time) => t(($) => $.grid.held, { time }),
      clockOf: (town) => t(($) => $.common.clockOf, { town }),
    }),
    [t],
  );
};

/** What an entry is called: by its patient's name, its note, or what it is. */
export const titleOf = ({ kind, title, detail }: Entry, texts: EntryTexts): string => {
  if (kind === 'held') return texts.held(detail);
  if (kind === 'block') return title || texts.kinds.block;
  return title || texts.erased;
};

const isPerson = ({ kind, title }: Entry): boolean => kind !== 'held' && kind !== 'block' && title !== '';

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

/**
 * What an entry is called. Where there is little room, a person's first name is told by its initial: people are looked for
 * by the names behind it.
 */
export const Title = ({ entry, texts }: { entry: Entry; texts: EntryTexts }) => {
  const text = titleOf(entry, texts);
  const [, initial, rest, others] = (isPerson(entry) && /^(\S)(\S+)( .+)$/su.exec(text)) || [];
  if (others === undefined) return <strong>{text}</strong>;
  return (
    <strong>
      {initial}
      <span className="entry-rest">{rest}</span>
      {others}
    </strong>
  );
};

/** Whether it stands beside another one, or in a lane of a column that many share, which is as wide as a name. */
const besideHowMany = ({ lanes }: Placed<Entry>, apart: boolean) => {
  if (lanes === 1) return undefined;
  return lanes > 2 && !apart ? 'many' : 'one';
};

/** Its lanes of those of its column. */
const besideOthers = ({ lane, span, lanes }: Placed<Entry>) =>
  ({
    '--part': span / lanes,
    insetInlineStart: `${(lane / lanes) * 100}%`,
  }) as CSSProperties;

/** A booking in its column: as high as it lasts, with as many lines as there is room for. */
export const EntryButton = memo(({ texts, placed, scale, colour, moving, apart }: Props) => {
  const { entry, start, end, lanes } = placed;
  const { id, kind, town } = entry;
  const height = (end - start) * scale;
  const oneLine = height < 2 * line + padding;
  const time = wallTimeOf(entry.start);
  const detail = apart ? entry.service : entry.detail;
  const said = [time, town && texts.clockOf(town), titleOf(entry, texts), detail].filter(Boolean).join(' ');
  const box = {
    top: start * scale,
    height: height - 1,
    // One line stands in the middle.
    ...(oneLine && { lineHeight: `${height - 1}px` }),
    ...(lanes > 1 && besideOthers(placed)),
  };
  return (
    <button
      type="button"
      className={`entry entry-${kind}`}
      style={box}
      // What has no room is out of sight, and its kind is told by colour: its name has it all.
      aria-label={kind === 'own' ? said : `${said} (${texts.kinds[kind]})`}
      data-entry={id}
      data-lines={oneLine ? 1 : 2}
      data-small={height < 18 || undefined}
      data-beside={besideHowMany(placed, apart)}
      data-moving={moving || undefined}
      data-colour={colour}
    >
      <span className="entry-content">
        {kind === 'orphan' && <Icon name="warning" size={13} />}
        {town && <Icon name="clock" size={13} />}
        {/* The space goes with the time, where that has no room. */}
        <span className="entry-time">{`${time} `}</span>
        {town && <span className="entry-town">{`${town} `}</span>}
        <Title entry={entry} texts={texts} />
        {detail && `${oneLine ? ' · ' : '\n'}${detail}`}
      </span>
    </button>
  );
});
