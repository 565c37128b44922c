import { useId, useRef, useState, type ReactNode, type ToggleEvent } from 'react';
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

/**
 * Button with a native popover, which the browser closes on Escape or an outside click and whose focus it
 * restores.
 */
export const Dropdown = (props: Props) => {
  const { label, shown = label, compact = false, marked = false, actions = false, children } = props;
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
      <div
        id={id}
        popover="auto"
        className={classes['panel']}
        onBeforeToggle={place}
        // Presses in a dialog of an action arrive here too.
        onClick={({ currentTarget }) => actions && currentTarget.hidePopover()}
      >
        {(actions || opened) && children}
      </div>
    </>
  );
};
