import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/icons.tsx';

/** Pixels between the drawn period and the menu. */
const gap = 6;

type Props = {
  name: string;
  onBook: () => void;
  onBlock: () => void;
  onClose: () => void;
};

export const DrawnMenu = ({ name, onBook, onBlock, onClose }: Props) => {
  const { t } = useTranslation('calendar');
  const menu = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  /** Restores the focus first, so that the next panel returns it to the same place. */
  const leave = (act: () => void) => () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    act();
  };
  useLayoutEffect(() => {
    const drawn = document.querySelector('.time-ghost:not(.time-chosen)')?.getBoundingClientRect();
    const panel = menu.current;
    if (!drawn || !panel) return;
    const below = drawn.bottom + gap + panel.offsetHeight < innerHeight;
    const top = below ? drawn.bottom + gap : drawn.top - gap - panel.offsetHeight;
    panel.style.top = `${Math.max(gap, Math.min(top, innerHeight - panel.offsetHeight - gap))}px`;
    panel.style.left = `${Math.max(gap, Math.min(drawn.left, innerWidth - panel.offsetWidth - gap))}px`;
    panel.querySelector('button')?.focus();
  }, []);
  useEffect(() => {
    const elsewhere = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) onClose();
    };
    addEventListener('scroll', elsewhere, true);
    addEventListener('focusin', elsewhere);
    return () => {
      removeEventListener('scroll', elsewhere, true);
      removeEventListener('focusin', elsewhere);
    };
  }, [onClose]);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave(onClose)();
  };
  return (
    <div ref={menu} className="drawn-menu" role="group" data-over aria-label={name} onKeyDown={keys}>
      <button type="button" onClick={leave(onBook)}>
        <Icon name="plus" size={16} /> {t(($) => $.grid.book)}
      </button>
      <button type="button" onClick={leave(onBlock)}>
        <Icon name="clock" size={16} /> {t(($) => $.grid.block)}
      </button>
    </div>
  );
};
