import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { bandsOf, type Band } from '../model/bands.ts';
import type { Entry } from '../model/calendar-events.ts';
import { useChosenSlot } from './chosen-slot.tsx';
import { ColumnHeads, useColumnNames } from './column-heads.tsx';
import { useEntryTexts } from '../entries/entry.tsx';
import { DrawnMenu } from './drawn-menu.tsx';
import {
  firstMinute,
  isAnothers,
  lanesOf,
  nothing,
  type Column,
  type ColumnContent,
} from '../model/columns.ts';
import { minuteOf, timeText, type Stretch } from '../model/day-parts.ts';
import type { Move } from '../model/calendar-events.ts';
import { BehindBlock, TimeColumn } from './time-column.tsx';
import { useGridGesture, type Gesture } from './use-grid-gesture.ts';

/** Empty period of a column for a new booking. */
export type Spot = { day: string; time: string; proId: string | null; minutes: number | null };

type Props = {
  columns: readonly Column[];
  content: readonly ColumnContent[];
  hours: readonly (Stretch[] | null)[];
  colourOf: (proId: string | null) => number | undefined;
  now: string;
  /** Pixels of an hour. */
  hourHeight: number;
  /** True once the entries are loaded. */
  loaded: boolean;
  onOpen: (bookingId: string) => void;
  onSpot: (spot: Spot) => void;
  /** Moves an entry, to another professional if it was dropped into their column. */
  onMove: (move: Move, proId?: string) => void;
  /** Blocks a drawn period; null if not available. */
  onBlock: ((spot: Spot & { minutes: number }) => void) | null;
};

const hoursOfDay = Array.from({ length: 23 }, (_, hour) => (hour + 1) * 60);

/** Pixels above the first hour, which show where the grid begins. */
const above = 12;

/** Pixels above a minute at which the grid opens: little above the first one, a quarter of the grid above now. */
const leadOf = ({ isNow }: Opening, grid: Element): number => (isNow ? grid.clientHeight / 4 : above);

/** Minute at which the grid opens. */
type Opening = { minute: number; isNow: boolean };

/** Scrolls to the opening minute, then keeps the top hour when the scale changes. */
const useOpening = (opening: Opening, scale: number, loaded: boolean) => {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !loaded || before.current === scale) return;
    element.scrollTop =
      before.current === null
        ? Math.max(0, opening.minute * scale - leadOf(opening, element))
        : (element.scrollTop / before.current) * scale;
    before.current = scale;
  }, [opening, scale, loaded]);
  return scroller;
};

/** Scrolls to today's columns if not all fit. */
const useToday = (scroller: RefObject<HTMLDivElement | null>, there: boolean) =>
  useLayoutEffect(() => {
    const grid = scroller.current;
    const head = grid?.querySelector<HTMLElement>('[data-today]');
    if (there && grid && head) grid.scrollLeft = head.offsetLeft - (head.parentElement?.offsetLeft ?? 0);
  }, [scroller, there]);

/** Measures the headings' height, below which background titles stick. */
const useHeads = (scroller: RefObject<HTMLDivElement | null>) =>
  useEffect(() => {
    const heads = scroller.current?.querySelector('.time-heads');
    if (!heads) return undefined;
    const observer = new ResizeObserver(([seen]) => {
      const height = seen?.borderBoxSize[0]?.blockSize ?? 0;
      scroller.current?.style.setProperty('--heads', `${height}px`);
    });
    observer.observe(heads);
    return () => observer.disconnect();
  }, [scroller]);

type SpotAt = (column: number, start: number, minutes: number) => void;

/** State of a drawn period until an action is chosen. */
const useDrawing = ({ columns, onBlock }: Props, spotAt: SpotAt) => {
  const [drawn, setDrawn] = useState<Gesture | null>(null);
  // A press elsewhere only closes the open menu.
  const open = useRef(false);
  const close = useCallback(() => setDrawn(null), []);
  const offer = (gesture: Gesture) => {
    if (onBlock) setDrawn(gesture);
    else spotAt(gesture.column, gesture.start, gesture.end - gesture.start);
  };
  const done = (act: (drawn: Gesture) => void) => () => {
    close();
    if (drawn) act(drawn);
  };
  const block = ({ column, start, end }: Gesture) => {
    const { day, pro } = columns[column] ?? {};
    if (day) onBlock?.({ day, time: timeText(start), proId: pro?.id ?? null, minutes: end - start });
  };
  const menu = drawn && (
    <DrawnMenu
      name={`${timeText(drawn.start)}–${timeText(drawn.end)}`}
      onBook={done(({ column, start, end }) => spotAt(column, start, end - start))}
      onBlock={done(block)}
      onClose={close}
    />
  );
  const remember = () => {
    open.current = drawn !== null;
  };
  return { drawn, offer, menu, remember, wasOpen: () => open.current };
};

/** Returns the minimum width of all columns: by their lanes, or the default. */
const widthOf = (columns: readonly Column[], content: readonly ColumnContent[]): CSSProperties => {
  const lanes = lanesOf(columns, content);
  return {
    '--columns': lanes === 0 ? columns.length : 0,
    '--all-lanes': lanes * columns.length,
  } as CSSProperties;
};

/** Returns a band's left edge and width; all columns are equally wide. */
const placeOf = ({ first, count }: Band, columns: number): CSSProperties => ({
  left: `${(first / columns) * 100}%`,
  width: `${(count / columns) * 100}%`,
});

export const TimeGrid = (props: Props) => {
  const { columns, content, hours, colourOf, now, hourHeight, loaded, onOpen, onSpot, onMove } = props;
  const { t } = useTranslation('calendar');
  const scale = hourHeight / 60;
  const today = now.slice(0, 10);
  const names = useColumnNames(props);
  const texts = useEntryTexts();
  const bands = useMemo(() => bandsOf(columns, content), [columns, content]);
  const isNow = columns.some(({ day }) => day === today);
  const first = useMemo(() => firstMinute(content, hours), [content, hours]);
  const scroller = useOpening({ minute: isNow ? minuteOf(now) : first, isNow }, scale, loaded);
  useToday(scroller, isNow && loaded);
  useHeads(scroller);
  const movable = useCallback(
    (id: string, column: number) =>
      content[column]?.entries.find(({ entry }) => entry.id === id && entry.movable) ?? null,
    [content],
  );
  const spotAt = (column: number, start: number, minutes: number | null) => {
    const { day, pro } = columns[column] ?? {};
    if (day) onSpot({ day, time: timeText(start), proId: pro?.id ?? null, minutes });
  };
  const drop = ({ entry, column, start, end }: Gesture & { entry: Entry }) => {
    const to = columns[column];
    if (!to) return;
    const [date, until] = [`${to.day}T${timeText(start)}`, `${to.day}T${timeText(end)}`];
    const others = isAnothers(columns, to, entry.proId) ? to.pro?.id : undefined;
    if (others !== undefined || date !== entry.start) onMove({ id: entry.id, date, end: until }, others);
  };
  const drawing = useDrawing(props, spotAt);
  const chosenIn = useChosenSlot();
  const { gesture, onPointerDown, clicked } = useGridGesture({
    scale,
    movable,
    onCreate: drawing.offer,
    onMove: drop,
  });
  const ghost = gesture ?? drawing.drawn;
  const click = (event: MouseEvent<HTMLElement>) => {
    const spot = clicked(event);
    if (!spot || drawing.wasOpen()) return;
    const entry = (event.target as Element).closest<HTMLElement>('[data-entry]')?.dataset['entry'];
    if (entry) onOpen(entry);
    else spotAt(spot.column, spot.minute, null);
  };
  return (
    <div className="calendar-grid" data-shown={loaded}>
      {/* The scroll container is focusable, because without bookings nothing in it would be. */}
      <div
        ref={scroller}
        className="time-scroller"
        tabIndex={0}
        role="region"
        aria-label={t(($) => $.grid.hours)}
      >
        <div className="time-canvas" style={widthOf(columns, content)}>
          <ColumnHeads columns={columns} names={names} today={today} />
          <div className="time-hours" aria-hidden="true" style={{ height: 1440 * scale }}>
            {hoursOfDay.map((minute) => (
              <span key={minute} style={{ top: minute * scale }}>
                {timeText(minute)}
              </span>
            ))}
          </div>
          {/* Mouse actions have equivalents: shortcuts and the new-booking button. */}
          <div
            className="time-body"
            role="presentation"
            style={{ height: 1440 * scale, '--hour': `${60 * scale}px` } as CSSProperties}
            onPointerDown={(down) => {
              drawing.remember();
              onPointerDown(down);
            }}
            onClick={click}
          >
            {columns.map((column, index) => (
              <TimeColumn
                key={column.key}
                column={column}
                texts={texts}
                name={names[index]?.name ?? ''}
                content={content[index] ?? nothing}
                hours={hours[index] ?? null}
                scale={scale}
                colourOf={colourOf}
                ghost={ghost?.column === index ? ghost : null}
                chosen={chosenIn(column)}
                movingId={gesture?.entry?.id ?? null}
                now={column.day === today ? minuteOf(now) : null}
              />
            ))}
            {bands.map((band) => (
              <BehindBlock
                key={`${band.first} ${band.entry.id}`}
                behind={band}
                scale={scale}
                texts={texts}
                place={placeOf(band, columns.length)}
              />
            ))}
          </div>
        </div>
      </div>
      {drawing.menu}
    </div>
  );
};
