import type { KeyboardEvent } from 'react';

/** Runs an action on Enter instead of submitting the form. */
export const onEnter =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    act();
  };
