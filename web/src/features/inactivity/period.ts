/** Form values of a closing or vacation, on the clinic's wall clock. */
export type Period = {
  title: string;
  startDay: string | null;
  startTime: string;
  endDay: string | null;
  endTime: string;
};

/** Defaults to whole days. */
export const emptyPeriod: Period = {
  title: '',
  startDay: null,
  startTime: '00:00',
  endDay: null,
  endTime: '23:59',
};

export const stretchOf = ({ title, startDay, startTime, endDay, endTime }: Period) => ({
  title,
  starting_date: `${startDay}T${startTime}`,
  ending_date: `${endDay}T${endTime}`,
});

/** Returns whether the end is before the start. Wall times compare as text. */
export const isInverted = (period: Period): boolean => {
  const { starting_date: start, ending_date: end } = stretchOf(period);
  return period.startDay !== null && period.endDay !== null && start >= end;
};

/** Returns the range of a complete period, whatever its title; null while a day or time is missing. */
export const rangeOf = (period: Period): { from: string; to: string } | null => {
  const { startDay, startTime, endDay, endTime } = period;
  if (!startDay || !startTime || !endDay || !endTime || isInverted(period)) return null;
  const { starting_date: from, ending_date: to } = stretchOf(period);
  return { from, to };
};
