import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type PointerEventHandler,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../lib/text/i18n.ts';
import { longDay } from '../../../lib/time/wall-clock.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import type { EntryTexts } from '../entries/entry.tsx';
import type { Entry } from '../model/calendar-events.ts';
import type { Cell } from '../model/week-rows.ts';
import { BehindRow } from './behind-row.tsx';
import { bottomOf } from '../peek/edges.ts';
import { EntryRow } from './entry-row.tsx';

/** Pixels between cell, list and window edge. */
const gap = 6;

/** Places the list below its cell, or above if there is more space. */
const place = (panel: HTMLElement): void => {
  const cell = panel.parentElement?.getBoundingClientRect();
  if (!cell) return;
  const below = bottomOf() - cell.bottom - gap;
  const isBelow = panel.scrollHeight <= below || below >= cell.top;
  panel.style.maxHeight = `${isBelow ? below : cell.top - 2 * gap}px`;
  panel.style.top = `${isBelow ? cell.bottom + gap : cell.top - gap - panel.offsetHeight}px`;
  panel.style.left = `${Math.max(gap, Math.min(cell.left, innerWidth - panel.offsetWidth - gap))}px`;
};

const isAbove = (panel: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element &&
  (panel?.contains(target) === true || target.closest('[data-over], [role="dialog"]') !== null);

/** Closes the list on a press elsewhere, or when its cell scrolls away. */
const useClosing = (panel: RefObject<HTMLElement | null>, onClose: () => void) =>
  useEffect(() => {
    const elsewhere = ({ target }: Event) => {
      if (!isAbove(panel.current, target)) onClose();
    };
    addEventListener('pointerdown', elsewhere, true);
    addEventListener('scroll', elsewhere, true);
    addEventListener('resize', onClose);
    return () => {
      removeEventListener('pointerdown', elsewhere, true);
      removeEventListener('scroll', elsewhere, true);
      removeEventListener('resize', onClose);
    };
  }, [panel, onClose]);

type Props = {
  cell: Cell;
  name: string;
  texts: EntryTexts;
  onOpen: (bookingId: string) => void;
  onBook: () => void;
  onClose: () => void;
  onPointerDown: PointerEventHandler<HTMLElement>;
};

const isLasting = ({ kind }: Entry): boolean => !['held', 'block'].includes(kind);
const inOrder = (one: { start: number }, other: { start: number }) => one.start - other.start;

/** Everything in a cell: closings and vacations, then entries in order. */
const Content = ({ cell, texts, onOpen }: Pick<Props, 'cell' | 'texts' | 'onOpen'>) => {
  const { t } = useTranslation('calendar');
  const { entries, behind } = cell.content;
  const taken = behind.filter(({ entry }) => !isLasting(entry));
  const rows = [
    ...entries.map((placed) => ({ ...placed, opens: true })),
    ...taken.map((placed) => ({ ...placed, opens: false })),
  ].toSorted(inOrder);
  return (
    <>
      {behind.map(
        ({ entry }) =>
          isLasting(entry) && <BehindRow key={entry.id} entry={entry} day={cell.day} texts={texts} />,
      )}
      {rows.length === 0 && <p className="agenda-none">{t(($) => $.print.none)}</p>}
      <ul>
        {rows.map(({ entry, opens }) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            texts={texts}
            colour={undefined}
            named={false}
            onOpen={opens ? () => onOpen(entry.id) : null}
          />
        ))}
      </ul>
    </>
  );
};

/** List of a cell, with a button for a new booking. */
export const CellList = ({ cell, name, texts, onOpen, onBook, onClose, onPointerDown }: Props) => {
  const { t, i18n } = useTranslation('calendar');
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!panel.current) return;
    place(panel.current);
    panel.current.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, []);
  useClosing(panel, onClose);
  const count = () => panel.current?.parentElement?.querySelector<HTMLElement>('.row-count');
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    count()?.focus({ preventScroll: true });
    onClose();
  };
  return (
    // A press in the list is no press on its cell.
    <div
      ref={panel}
      className="cell-list"
      role="dialog"
      tabIndex={-1}
      aria-label={`${name}, ${longDay(cell.day, currentLanguage(i18n))}`}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={keys}
      onPointerDown={onPointerDown}
    >
      <p className="cell-list-title" aria-hidden="true">
        <strong>{name}</strong> {longDay(cell.day, currentLanguage(i18n))}
      </p>
      <Content cell={cell} texts={texts} onOpen={onOpen} />
      <button
        type="button"
        className="cell-list-book"
        onClick={() => {
          count()?.focus({ preventScroll: true });
          onClose();
          onBook();
        }}
      >
        <Icon name="plus" size={16} /> {t(($) => $.grid.book)}
      </button>
    </div>
  );
};
