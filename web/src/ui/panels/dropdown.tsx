import { useId, useRef, useState, type ReactNode, type ToggleEvent } from 'react';
import classes from './dropdown.module.css';

type Props = {
  /** What the button is called, and what it says: the same by default. */
  label: string;
  shown?: ReactNode;
  /** For a button that is as small as an icon. */
  compact?: boolean;
  /** Whether something in it is not as usual. */
  marked?: boolean;
  children: ReactNode;
};

/** A button and what opens below it; the browser closes it at Escape or a click elsewhere, and gives the focus back. */
export const Dropdown = ({ label, shown = label, compact = false, marked = false, children }: Props) => {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const place = ({ currentTarget: panel, newState }: ToggleEvent<HTMLDivElement>) => {
    const box = button.current?.getBoundingClientRect();
    setOpened(newState === 'open');
    if (newState !== 'open' || !box) return;
    panel.style.top = `${box.bottom + 4}px`;
    panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - 296))}px`;
  };
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
      <div id={id} popover="auto" className={classes['panel']} onBeforeToggle={place}>
        {opened && children}
      </div>
    </>
  );
};
