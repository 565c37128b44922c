/** Pixels to the window's edges, and of the phone bar's protruding button. */
export const edge = 8;
const overBar = 18;

/** Returns the lower limit of what is shown over the calendar, above a phone's bar. */
export const bottomOf = (): number => {
  const bar = document.querySelector<HTMLElement>('[data-bar]')?.offsetHeight ?? 0;
  return innerHeight - edge - (bar > 0 ? bar + overBar : 0);
};
