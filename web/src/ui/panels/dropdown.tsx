import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import classes from './dropdown.module.css';

type Props = {
  /** Accessible name of the button, and its content if different. */
  label: string;
  shown?: ReactNode;
  /** True for an icon button. */
  compact?: boolean;
  /** True if its content differs from the default. */
  marked?: boolean;
  /** True if it lists actions: a press closes it, and their dialogs stay mounted. */
  actions?: boolean;
  children: ReactNode;
};

/** Pixels between a panel and its button, and between a panel and the window's edge. */
const [gap, edge] = [4, 8];
const widthMaximum = 288;

/** Places a panel below its button, or above it in the lower half of the window. */
const placeAt = (button: HTMLElement, { style }: HTMLElement): void => {
  const { top, bottom, left } = button.getBoundingClientRect();
  const isBelow = bottom <= innerHeight / 2;
  style.top = isBelow ? `${bottom + gap}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${innerHeight - top + gap}px`;
  style.maxHeight = `${(isBelow ? innerHeight - bottom : top) - gap - edge}px`;
  style.left = `${Math.max(edge, Math.min(left, innerWidth - widthMaximum - edge))}px`;
};

/**
 * Button with a native popover, which the browser closes on Escape or an outside click and whose focus it
 * restores.
 */
export const Dropdown = (props: Props) => {
  const { label, shown = label, compact = false, marked = false, actions = false, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const place = () => {
    if (button.current && panel.current) placeAt(button.current, panel.current);
  };
  useEffect(() => {
    if (!opened) return;
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [opened]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes['button']}
        data-compact={compact}
        data-marked={marked}
        popoverTarget={id}
        aria-label={label}
        aria-expanded={opened}
      >
        {shown}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classes['panel']}
        onBeforeToggle={({ newState }) => {
          setOpened(newState === 'open');
          place();
        }}
        // Presses in a dialog of an action arrive here too.
        onClick={({ currentTarget }) => actions && currentTarget.hidePopover()}
      >
        {(actions || opened) && children}
      </div>
    </>
  );
};
