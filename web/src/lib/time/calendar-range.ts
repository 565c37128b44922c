import { addDays } from './wall-clock.ts';

/** Returns whole months around the visible days, so that paging by weeks rarely needs a request. */
export const rangeAround = (visible: { from: string; to: string } | null, today: string) => {
  const first = visible?.from ?? today;
  const last = visible?.to ?? today;
  const monthBefore = addDays(`${first.slice(0, 7)}-01`, -1).slice(0, 7);
  const afterNext = addDays(`${addDays(`${last.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, 31).slice(0, 7);
  return { from: `${monthBefore}-01`, to: addDays(`${afterNext}-01`, -1) };
};
