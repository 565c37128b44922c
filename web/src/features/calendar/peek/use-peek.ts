import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react';
import { isArrow, neighbourOf } from './neighbours.ts';

/** Entry with an open popover, its position, and whether a key opened it. */
export type Peek = { id: string; anchor: DOMRect; byKey: boolean };

/** Milliseconds of hover and of long press before the popover opens, and before it closes. */
const [rest, press, grace] = [450, 500, 250];

const entryAt = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('[data-entry]');

const standing = (root: Element) => {
  const columns = [...root.querySelectorAll('.time-column')];
  return [...root.querySelectorAll<HTMLElement>('button[data-entry]')].map((element) => {
    const { top, left } = element.getBoundingClientRect();
    const column = element.closest('.time-column');
    return { element, top, left, column: column ? columns.indexOf(column) : 0 };
  });
};

const goOn = (event: KeyboardEvent<HTMLElement>, from: HTMLElement): void => {
  if (!isArrow(event.key)) return;
  const entries = standing(event.currentTarget);
  const here = entries.find(({ element }) => element === from);
  const next = here && neighbourOf(entries, here, event.key);
  if (!next) return;
  event.preventDefault();
  next.element.focus({ preventScroll: true });
  next.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};

const useTimer = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const start = (run: () => void, milliseconds: number) => {
    stop();
    timer.current = setTimeout(run, milliseconds);
  };
  return { start, stop };
};

/** Opens an entry's popover on hover, long press or the key `.`; arrow keys move between entries. */
export const usePeek = (onCut: (id: string) => void) => {
  const [peek, setPeek] = useState<Peek | null>(null);
  const timer = useTimer();
  // An entry that scrolls under a resting pointer is not hovered.
  const last = useRef({ x: 0, y: 0 });
  // Ignores the click or context menu that ends a long press.
  const pressed = useRef(false);
  const open = (entry: HTMLElement, byKey: boolean) => {
    const id = entry.dataset['entry'];
    if (id) setPeek({ id, anchor: entry.getBoundingClientRect(), byKey });
  };
  const close = () => {
    timer.stop();
    setPeek(null);
  };
  const closeSoon = () => (peek?.byKey ? undefined : timer.start(() => setPeek(null), grace));
  const onPointerMove = (event: PointerEvent) => {
    const { clientX: x, clientY: y } = event;
    const rested = last.current.x === x && last.current.y === y;
    last.current = { x, y };
    if (event.pointerType === 'touch' || event.buttons !== 0 || rested) return;
    const entry = entryAt(event.target);
    if (entry && entry.dataset['entry'] !== peek?.id) timer.start(() => open(entry, false), rest);
    else if (entry) timer.stop();
    else if (peek) closeSoon();
    else timer.stop();
  };
  const onPointerDown = (event: PointerEvent) => {
    pressed.current = false;
    close();
    const entry = entryAt(event.target);
    if (event.pointerType !== 'touch' || !entry) return;
    timer.start(() => {
      pressed.current = true;
      open(entry, true);
    }, press);
  };
  const onClickCapture = (event: MouseEvent) => {
    if (pressed.current) event.stopPropagation();
    pressed.current = false;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const entry = entryAt(event.target);
    if (!entry) return;
    if (event.key === '.') open(entry, true);
    else if (event.key === 'x' && (event.ctrlKey || event.metaKey)) onCut(entry.dataset['entry'] ?? '');
    else goOn(event, entry);
  };
  const handlers = {
    onPointerMove,
    onPointerDown,
    onPointerUp: timer.stop,
    onPointerCancel: timer.stop,
    onPointerLeave: closeSoon,
    onClickCapture,
    onContextMenu: (event: SyntheticEvent) => pressed.current && event.preventDefault(),
    onKeyDown,
  };
  return { peek, close, stay: timer.stop, leave: closeSoon, handlers };
};
