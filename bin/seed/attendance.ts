const quarterMs = 15 * 60_000;

/** Of a hundred visits so many are left unsaid, were missed, and were missed with an excuse. */
const [unsaid, missed, excused] = [3, 7, 3];

/** What is said of a visit by now, and when: of one that is over whether the patient came, as `chance` of
 * a hundred has it, of the next that they wait. */
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
