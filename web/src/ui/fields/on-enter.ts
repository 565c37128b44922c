import type { KeyboardEvent } from 'react';

/** Enter in a field does this, and does not send the form around it. */
export const onEnter =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    act();
  };
