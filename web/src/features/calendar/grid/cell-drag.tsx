import { useState, type PointerEvent as ReactPointerEvent } from 'react';
import { titleOf, type EntryTexts } from '../entries/entry.tsx';
import type { Entry, Move } from '../model/calendar-events.ts';
import { isAnothers, type Column } from '../model/columns.ts';
import { timeText } from '../model/day-parts.ts';
import type { Placed } from '../model/side-by-side.ts';
import type { Cell } from '../model/week-rows.ts';

/** Pixels of movement that still count as a click. */
const tremble = 4;

type Dragged = Placed<Entry> & { x: number; y: number };

type Given = {
  rows: readonly (readonly Cell[])[];
  columns: readonly Column[];
  onMove: (move: Move, proId?: string) => void;
  onDropped: () => void;
};

/** Keeps the click that ends a drag from opening anything. */
const ignoreClick = (): void => {
  const ignore = (event: Event) => event.stopPropagation();
  addEventListener('click', ignore, true);
  // Without a click after the drag, the next one counts.
  setTimeout(() => removeEventListener('click', ignore, true));
};

/** Moves an entry that is dragged from a cell's list onto another cell. The entry keeps its time. Touch scrolls the list. */
export const useCellDrag = ({ rows, columns, onMove, onDropped }: Given) => {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const cellAt = ({ clientX, clientY }: PointerEvent, from: Cell): Cell | null => {
    const key = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-cell]')?.dataset[
      'cell'
    ];
    const cell = rows.flat().find((one) => one.key === key && one.key !== from.key);
    return cell && (!cell.pro.state || cell.pro.id === from.pro.id) ? cell : null;
  };
  const drop = ({ entry, start, end }: Dragged, { day, pro }: Cell) => {
    const others = isAnothers(columns, { day, pro }, entry.proId) ? pro.id : undefined;
    onMove({ id: entry.id, date: `${day}T${timeText(start)}`, end: `${day}T${timeText(end)}` }, others);
  };
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>, from: Cell) => {
    const id = (down.target as Element).closest<HTMLElement>('[data-entry]')?.dataset['entry'];
    const held = from.content.entries.find(({ entry }) => entry.id === id && entry.movable);
    if (down.button !== 0 || down.pointerType === 'touch' || !held) return;
    let latest: Dragged | null = null;
    let to: Cell | null = null;
    const draw = (move: PointerEvent) => {
      const { clientX: x, clientY: y } = move;
      if (!latest && Math.hypot(x - down.clientX, y - down.clientY) <= tremble) return;
      latest = { ...held, x, y };
      to = cellAt(move, from);
      setDragged(latest);
      setOver(to?.key ?? null);
    };
    const end = (done: boolean) => {
      removeEventListener('pointermove', draw);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', giveUp);
      removeEventListener('keydown', escape, true);
      setDragged(null);
      setOver(null);
      if (latest) ignoreClick();
      if (!latest || !to || !done) return;
      drop(latest, to);
      onDropped();
    };
    const release = () => end(true);
    const giveUp = () => end(false);
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest) return;
      event.stopPropagation();
      giveUp();
    };
    addEventListener('pointermove', draw);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', giveUp);
    addEventListener('keydown', escape, true);
  };
  return { dragged, over, onPointerDown };
};

export type CellDrag = ReturnType<typeof useCellDrag>;

/** Label of the dragged entry beside the pointer. */
export const DraggedEntry = ({ dragged, texts }: { dragged: Dragged; texts: EntryTexts }) => (
  <span className="cell-dragged" aria-hidden="true" style={{ left: dragged.x, top: dragged.y }}>
    <strong>{timeText(dragged.start)}</strong> {titleOf(dragged.entry, texts)}
  </span>
);
