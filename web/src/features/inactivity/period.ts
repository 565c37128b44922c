/** A closing or vacation being written; days and times are the clinic's wall clock. */
export type Period = {
  title: string;
  startDay: string | null;
  startTime: string;
  endDay: string | null;
  endTime: string;
};

/** Whole days by default. */
export const emptyPeriod: Period = {
  title: '',
  startDay: null,
  startTime: '00:00',
  endDay: null,
  endTime: '23:59',
};

/** What the calls take of a period. */
export const stretchOf = ({ title, startDay, startTime, endDay, endTime }: Period) => ({
  title,
  starting_date: `${startDay}T${startTime}`,
  ending_date: `${endDay}T${endTime}`,
});

/** Whether both ends are there, and the wrong way round. Wall clocks compare as text. */
export const isInverted = (period: Period): boolean => {
  const { starting_date: start, ending_date: end } = stretchOf(period);
  return period.startDay !== null && period.endDay !== null && start >= end;
};
