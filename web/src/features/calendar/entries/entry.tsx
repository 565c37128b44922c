import { memo, useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import { Icon, type IconName } from '../../../ui/icons/icons.tsx';
import type { Entry, EntryKind } from '../model/calendar-events.ts';
import type { NamePlace } from '../model/calendar-scale.ts';
import type { Placed } from '../model/side-by-side.ts';

const [line, padding] = [16, 6];

/** Mark of an entry: recorded attendance, the patient's answer, or a mail that was not sent. */
export type Mark = NonNullable<Entry['attendance']> | NonNullable<Entry['answer']> | 'notMailed';

export const markIcons: Readonly<Record<Mark, IconName>> = {
  arrived: 'person',
  attended: 'check',
  missed: 'close',
  excused: 'close',
  coming: 'calendar',
  notComing: 'warning',
  notMailed: 'unmailed',
};

export const marksOf = ({ attendance, answer, notMailed }: Entry): Mark[] => [
  ...(attendance ? [attendance] : []),
  ...(answer ? [answer] : []),
  ...(notMailed ? (['notMailed'] as const) : []),
];

export const Marks = ({ entry, size = 13 }: { entry: Entry; size?: number }) =>
  marksOf(entry).map((mark) => (
    <span key={mark} className="entry-mark" data-mark={mark}>
      <Icon name={markIcons[mark]} size={size} />
    </span>
  ));

/** Texts of all entries, translated once per grid, because days have hundreds of entries. */
export type EntryTexts = {
  erased: string;
  kinds: Readonly<Record<EntryKind, string>>;
  held: (entry: Pick<Entry, 'detail' | 'offeredTo'>) => string;
  clockOf: (town: string) => string;
  confirmed: string;
  marks: Readonly<Record<Mark, string>>;
};

export const useEntryTexts = (): EntryTexts => {
  const { t } = useTranslation(['calendar', 'common']);
  return useMemo(
    () => ({
      erased: t(($) => $.details.erased),
      kinds: t(($) => $.legend, { returnObjects: true }),
      held: ({ detail: time, offeredTo }) => {
        if (offeredTo === undefined) return t(($) => $.grid.held, { time });
        return [t(($) => $.grid.offered, { time }), offeredTo].filter(Boolean).join(' · ');
      },
      clockOf: (town) => t(($) => $.common.clockOf, { town }),
      confirmed: t(($) => $.peek.confirmed),
      marks: t(($) => $.marks, { returnObjects: true }),
    }),
    [t],
  );
};

/** Returns an entry's title: patient, note or kind. */
export const titleOf = (entry: Entry, texts: EntryTexts): string => {
  const { kind, title } = entry;
  if (kind === 'held') return texts.held(entry);
  if (kind === 'block') return title || texts.kinds.block;
  return title || texts.erased;
};

const isPerson = ({ kind, title }: Entry): boolean => kind !== 'held' && kind !== 'block' && title !== '';

type Props = {
  texts: EntryTexts;
  placed: Placed<Entry>;
  /** Pixels per minute. */
  scale: number;
  /** Colour of the professional, if colours distinguish them. */
  colour: number | undefined;
  moving: boolean;
  apart: boolean;
  /** Place of the name beside an entry that is lower than a line; undefined if it fits. */
  namePlace?: NamePlace | undefined;
  /** Current minute if it is within the entry. */
  now?: number | null;
};

/**
 * Title of an entry. In little space the first name is reduced to an initial, because people are looked up by
 * family name.
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

/**
 * Returns 'many' in a lane of a shared column, which is only as wide as a name, 'one' beside other entries,
 * and undefined alone.
 */
const besideHowMany = ({ lanes }: Placed<Entry>, apart: boolean) => {
  if (lanes === 1) return undefined;
  return lanes > 2 && !apart ? 'many' : 'one';
};

/** Returns an entry's left edge and share of its column. */
export const besideOthers = ({ lane, span, lanes }: Placed<Entry>) =>
  ({
    '--part': span / lanes,
    insetInlineStart: `${(lane / lanes) * 100}%`,
  }) as CSSProperties;

/** Booking in a column, with its duration as height and as many lines as fit. */
export const EntryButton = memo(
  ({ texts, placed, scale, colour, moving, apart, namePlace, now = null }: Props) => {
    const { entry, start, end, lanes } = placed;
    const { id, kind, town } = entry;
    const height = (end - start) * scale;
    const oneLine = height < 2 * line + padding;
    const time = wallTimeOf(entry.start);
    const detail = apart ? entry.service : entry.detail;
    const label = [time, town && texts.clockOf(town), titleOf(entry, texts), detail]
      .filter(Boolean)
      .join(' ');
    const notes = [
      kind === 'own' ? '' : texts.kinds[kind],
      ...marksOf(entry).map((mark) => texts.marks[mark]),
    ];
    const said = notes.filter(Boolean).join(', ');
    const box = {
      top: start * scale,
      height,
      // A single line is centred.
      ...(oneLine && { lineHeight: `${height - 1}px` }),
      ...(lanes > 1 && besideOthers(placed)),
    };
    return (
      <button
        type="button"
        className={`entry entry-${kind}`}
        style={box}
        // Some texts may be hidden and the kind is only a colour, so the accessible name has everything.
        aria-label={said ? `${label} (${said})` : label}
        data-entry={id}
        data-lines={oneLine ? 1 : 2}
        data-small={height < 18 || undefined}
        data-name={namePlace}
        data-beside={besideHowMany(placed, apart)}
        data-moving={moving || undefined}
        data-colour={colour}
      >
        {now !== null && <span className="entry-now" style={{ top: (now - start) * scale }} />}
        <span className="entry-content">
          {kind === 'orphan' && <Icon name="warning" size={13} />}
          <Marks entry={entry} />
          {town && <Icon name="clock" size={13} />}
          {/* The space is inside, so that it disappears with the time. */}
          <span className="entry-time">{`${time} `}</span>
          {town && <span className="entry-town">{`${town} `}</span>}
          <Title entry={entry} texts={texts} />
          {detail && `${oneLine ? ' ' : '\n'}${detail}`}
        </span>
      </button>
    );
  },
);
