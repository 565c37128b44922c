import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { dateOf, dayFormat, longDay } from '../../../lib/time/wall-clock.ts';
import { useEntryTexts, type EntryTexts } from '../entries/entry.tsx';
import type { Move } from '../model/calendar-events.ts';
import type { Behind, Column, ColumnContent, Professional } from '../model/columns.ts';
import { minuteOf, timeText, wholeDay, type Stretch } from '../model/day-parts.ts';
import { freeIn } from '../model/free-time.ts';
import { freeAt, rangeOf, rowsOf, type Cell } from '../model/week-rows.ts';
import { CellList } from './cell-list.tsx';
import { RowStrip } from './row-strip.tsx';
import { DraggedEntry, useCellDrag, type CellDrag } from './cell-drag.tsx';
import { useChosenSlot, type Chosen } from './chosen-slot.tsx';
import type { Spot } from './time-grid.tsx';
import './week-rows.css';

/** Pixels of a free period that can be pressed. */
const pressable = 24;
const quarter = 15;

const isAbsence = ({ entry: { kind } }: Behind): boolean => kind !== 'held' && kind !== 'block';

/** Texts of a cell: visits and free share, or why there is none. */
const useCellText = () => {
  const { t } = useTranslation('calendar');
  const whyAway = ({ hours, content }: Cell): string => {
    const absences = content.behind.filter(isAbsence);
    const [absence] = absences.toSorted((one, other) => other.end - other.start - (one.end - one.start));
    const worked = hours?.length ? hours : [{ start: 0, end: wholeDay }];
    if (absence && freeIn(worked, absences).length === 0)
      return absence.entry.title || t(($) => $.legend[absence.entry.kind]);
    return hours?.length === 0 ? t(($) => $.grid.off) : '';
  };
  return (cell: Cell): { count: string; share: string; away: string } => {
    const { visits, share } = cell;
    const away = whyAway(cell);
    if (visits === 0 && away) return { count: away, share: '', away: '' };
    const free = share === null || away ? '' : t(($) => $.rows.free, { share });
    return { count: t(($) => $.grid.visits, { count: visits }), share: free, away };
  };
};

/** Returns the day and row of the cell that a key leads to. */
const neighbourOf = (
  [row, day]: readonly [number, number],
  key: string,
): readonly [number, number] | null => {
  if (key === 'ArrowUp') return [row - 1, day];
  if (key === 'ArrowDown') return [row + 1, day];
  if (key === 'ArrowLeft') return [row, day - 1];
  return key === 'ArrowRight' ? [row, day + 1] : null;
};

/** Moves the focus between counts by arrow keys; only one of them is a tab stop. */
const useArrows = () => {
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState('0 0');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as HTMLElement).dataset['at'];
    const to = from && neighbourOf(from.split(' ').map(Number) as [number, number], event.key);
    const next = to && table.current?.querySelector<HTMLElement>(`[data-at="${to.join(' ')}"]`);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };
  const propsOf = (at: string) => ({
    'data-at': at,
    tabIndex: at === stop ? 0 : -1,
    onFocus: () => setStop(at),
  });
  return { table, onKeyDown, propsOf };
};

type Props = {
  columns: readonly Column[];
  content: readonly ColumnContent[];
  hours: readonly (Stretch[] | null)[];
  now: string;
  loaded: boolean;
  onOpen: (bookingId: string) => void;
  onSpot: (spot: Spot) => void;
  /** Moves an entry, to another professional if it was dropped into their row. */
  onMove: (move: Move, proId?: string) => void;
};

const useName = () => {
  const { t } = useTranslation('calendar');
  return ({ name, state }: Professional): string =>
    name || (state === 'unassigned' ? t(($) => $.grid.unassigned) : t(($) => $.grid.unnamed));
};

const RowName = ({ pro: { state, colour }, name }: { pro: Professional; name: string }) => {
  const { t } = useTranslation('calendar');
  return (
    <th scope="row" className="row-name" data-colour={colour} data-state={state}>
      <strong>{name}</strong>
      {state && state !== 'unassigned' && <small>{t(($) => $.grid.states[state])}</small>}
    </th>
  );
};

const Days = ({ days, today }: { days: readonly string[]; today: string }) => {
  const { t, i18n } = useTranslation('calendar');
  const weekday = dayFormat(currentLanguage(i18n), { weekday: 'short' });
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t(($) => $.filters.professional)}</span>
        </th>
        {days.map((day) => (
          <th key={day} scope="col" data-today={day === today || undefined}>
            {weekday.format(dateOf(day))} <strong>{Number(day.slice(8))}</strong>
          </th>
        ))}
      </tr>
    </thead>
  );
};

/** Returns the pressed minute if it is in a free period that is wide enough; null elsewhere. */
const freeMinuteAt = (cell: Cell, range: Stretch, event: MouseEvent<HTMLElement>): number | null => {
  const strip = event.currentTarget.querySelector('.row-strip')?.getBoundingClientRect();
  if (!strip || event.clientY > strip.bottom || (event.target as Element).closest('button')) return null;
  const perPixel = (range.end - range.start) / strip.width;
  const minute = range.start + (event.clientX - strip.left) * perPixel;
  const free = freeAt(cell, minute);
  if (!free || (free.end - free.start) / perPixel < pressable) return null;
  return Math.max(free.start, Math.floor(minute / quarter) * quarter);
};

type CellProps = Pick<Props, 'onOpen' | 'onSpot'> & {
  cell: Cell;
  name: string;
  range: Stretch;
  texts: EntryTexts;
  today: boolean;
  now: number;
  chosen: Chosen | null;
  isOpen: boolean;
  setOpen: (key: string | null) => void;
  drag: CellDrag;
  stop: object;
};

const DayCell = ({
  cell,
  name,
  range,
  texts,
  today,
  now,
  chosen,
  isOpen,
  setOpen,
  drag,
  stop,
  onOpen,
  onSpot,
}: CellProps) => {
  const { i18n } = useTranslation('calendar');
  const { count, share, away } = useCellText()(cell);
  const { key, day, pro } = cell;
  const book = (time: string) => onSpot({ day, time, proId: pro.state ? null : pro.id, minutes: null });
  const press = (event: MouseEvent<HTMLElement>) => {
    const minute = freeMinuteAt(cell, range, event);
    if (minute === null) setOpen(key);
    else book(timeText(minute));
  };
  return (
    // Presses have a keyboard equivalent: the count and its list.
    <td
      data-today={today || undefined}
      data-cell={key}
      data-drop={drag.over === key || undefined}
      onClick={press}
    >
      <RowStrip
        {...{ cell, range, texts }}
        now={today ? now : null}
        chosen={drag.over === key ? drag.dragged : chosen}
      />
      <button type="button" className="row-count" aria-haspopup="dialog" aria-expanded={isOpen} {...stop}>
        <span className="row-said" data-long={share !== ''}>
          <span>{count}</span> {share ? <b>{share}</b> : away && <span>{away}</span>}
        </span>
        {share && <b className="row-short" aria-hidden="true">{`${cell.visits} · ${cell.share}%`}</b>}
        <span className="visually-hidden">{`, ${name}, ${longDay(day, currentLanguage(i18n))}`}</span>
      </button>
      {isOpen && (
        <CellList
          cell={cell}
          name={name}
          texts={texts}
          onOpen={onOpen}
          onBook={() => book('')}
          onClose={() => setOpen(null)}
          onPointerDown={(down) => drag.onPointerDown(down, cell)}
        />
      )}
    </td>
  );
};

/** Week with a row for each professional and a cell for each of their days. */
export const WeekRows = ({ columns, content, hours, now, loaded, onOpen, onSpot, onMove }: Props) => {
  const { t } = useTranslation('calendar');
  const texts = useEntryTexts();
  const nameOf = useName();
  const { table, onKeyDown, propsOf } = useArrows();
  const rows = useMemo(() => rowsOf({ columns, content, hours }), [columns, content, hours]);
  const range = useMemo(() => rangeOf(rows), [rows]);
  const [opened, setOpened] = useState<string | null>(null);
  const today = now.slice(0, 10);
  const chosenIn = useChosenSlot();
  const drag = useCellDrag({ rows, columns, onMove, onDropped: () => setOpened(null) });
  return (
    <div
      className="calendar-grid week-rows"
      data-shown={loaded}
      data-dragging={drag.dragged !== null || undefined}
    >
      <div className="rows-scroller" tabIndex={0} role="region" aria-label={t(($) => $.rows.professionals)}>
        <table ref={table} onKeyDown={onKeyDown}>
          <Days days={rows[0]?.map(({ day }) => day) ?? []} today={today} />
          <tbody>
            {rows.map((cells, row) => (
              <tr key={cells[0]?.pro.id}>
                {cells.slice(0, 1).map(({ pro }) => (
                  <RowName key={pro.id} pro={pro} name={nameOf(pro)} />
                ))}
                {cells.map((cell, index) => (
                  <DayCell
                    key={cell.key}
                    cell={cell}
                    name={nameOf(cell.pro)}
                    range={range}
                    texts={texts}
                    today={cell.day === today}
                    now={minuteOf(now)}
                    chosen={chosenIn(cell)}
                    isOpen={opened === cell.key}
                    setOpen={setOpened}
                    drag={drag}
                    stop={propsOf(`${row} ${index}`)}
                    onOpen={onOpen}
                    onSpot={onSpot}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {drag.dragged && <DraggedEntry dragged={drag.dragged} texts={texts} />}
    </div>
  );
};
