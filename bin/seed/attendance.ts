const quarterMs = 15 * 60_000;

/** Percentages of visits without recorded attendance, missed, and missed with an excuse. */
const [unsaid, missed, excused] = [3, 7, 3];

/**
 * Returns the recorded attendance of a visit and its time: for a past one by `chance`, for the next one the
 * arrival.
 */
export const saidOf = (
  { date, ending_date: until }: { date: string; ending_date: string },
  { chance, now }: { chance: number; now: Date },
) => {
  const [start, end] = [Date.parse(date), Date.parse(until)];
  if (end > now.getTime()) {
    const arrived = start - quarterMs;
    return arrived <= now.getTime() ? ({ at: new Date(arrived), call: 'markPatientArrived' } as const) : null;
  }
  const at = new Date(end);
  if (chance < unsaid) return null;
  if (chance >= unsaid + missed + excused) return { at, call: 'markBookingAttended' } as const;
  const body = { excused: chance >= unsaid + missed };
  return { at, call: 'markBookingMissed', body } as const;
};
