import { useRef, useState, type MouseEvent, type PointerEvent as ReactPointerEvent } from 'react';
import type { Entry } from '../model/calendar-events.ts';
import { wholeDay, type Stretch } from '../model/day-parts.ts';

/** Period being drawn or dragged, and its column. */
export type Gesture = Stretch & { column: number; entry: Entry | null };

/** Pixels of movement that still count as a click. */
const tremble = 4;
const [fine, coarse] = [5, 15];
/** Pixels from the edge at which the grid scrolls, and pixels per step. */
const [edge, stride] = [28, 14];

type Given = {
  scale: number;
  /** Returns a draggable entry with its column and minutes. */
  movable: (id: string, column: number) => (Stretch & { entry: Entry }) | null;
  onCreate: (drawn: Gesture) => void;
  onMove: (moved: Gesture & { entry: Entry }) => void;
};

const snapped = (minutes: number, to: number) => Math.round(minutes / to) * to;
const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

const placeOf = (
  body: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  scale: number,
) => {
  const columns = [...body.querySelectorAll('.time-column')].map((column) => column.getBoundingClientRect());
  const found = columns.findIndex(({ right }) => clientX < right);
  const column = found === -1 ? columns.length - 1 : found;
  return { column, minute: (clientY - (columns[column]?.top ?? 0)) / scale };
};

/** Returns whether a press is on the hours or an entry, and not on another button or a dialog. */
export const isOnGrid = ({
  currentTarget,
  target,
}: {
  currentTarget: Element;
  target: EventTarget;
}): boolean =>
  currentTarget.contains(target as Element) &&
  (target as Element).closest('button')?.matches('[data-entry]') !== false;

/** Returns the period between the start and the current position of a drag. */
const drawnFrom = (from: number, to: number): Stretch => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  return {
    start: Math.floor(first / fine) * fine,
    end: Math.ceil(Math.max(last, first + fine) / fine) * fine,
  };
};

/** Draws periods and drags entries by mouse or pen; touch scrolls. */
export const useGridGesture = ({ scale, movable, onCreate, onMove }: Given) => {
  const [gesture, setGesture] = useState<Gesture | null>(null);
  // Ignores the click that ends a drag.
  const dragged = useRef(false);
  const onPointerDown = (down: ReactPointerEvent<HTMLElement>) => {
    dragged.current = false;
    if (down.button !== 0 || down.pointerType === 'touch' || !isOnGrid(down)) return;
    const body = down.currentTarget;
    const pressed = (down.target as Element).closest<HTMLElement>('[data-entry]');
    const from = placeOf(body, down, scale);
    const held = pressed && movable(pressed.dataset['entry'] ?? '', from.column);
    if (pressed && !held) return;
    let latest: Gesture | null = null;
    const draw = (move: PointerEvent) => {
      const far = Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) > tremble;
      if (!latest && !far) return;
      const scroller = body.closest('.time-scroller');
      const box = scroller?.getBoundingClientRect();
      if (scroller && box && move.clientY > box.bottom - edge) scroller.scrollBy(0, stride);
      if (scroller && box && move.clientY < box.top + edge * 2) scroller.scrollBy(0, -stride);
      const at = placeOf(body, move, scale);
      const next = held
        ? movedTo(held, from, at)
        : { ...drawnFrom(from.minute, at.minute), column: from.column, entry: null };
      if (latest?.start === next.start && latest.end === next.end && latest.column === next.column) return;
      latest = next;
      setGesture(next);
    };
    const movedTo = (
      what: Stretch & { entry: Entry },
      begun: { minute: number },
      at: { column: number; minute: number },
    ): Gesture => {
      const lasts = what.end - what.start;
      const start = between(what.start + snapped(at.minute - begun.minute, fine), 0, wholeDay - lasts);
      return { start, end: start + lasts, column: at.column, entry: what.entry };
    };
    const end = (done: boolean) => {
      removeEventListener('pointermove', draw);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', giveUp);
      removeEventListener('keydown', escape, true);
      setGesture(null);
      dragged.current = latest !== null;
      if (!latest || !done) return;
      if (latest.entry) onMove({ ...latest, entry: latest.entry });
      else onCreate(latest);
    };
    const drop = () => end(true);
    const giveUp = () => end(false);
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest) return;
      event.stopPropagation();
      giveUp();
    };
    addEventListener('pointermove', draw);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', giveUp);
    addEventListener('keydown', escape, true);
  };
  /**
   * Returns the position of a click, by the quarter hour; null after a drag, or on an element of the grid.
   */
  const clicked = (click: MouseEvent<HTMLElement>) => {
    if (!isOnGrid(click)) return null;
    if (dragged.current) {
      dragged.current = false;
      return null;
    }
    const { column, minute } = placeOf(click.currentTarget, click, scale);
    return { column, minute: Math.floor(minute / coarse) * coarse };
  };
  return { gesture, onPointerDown, clicked };
};
