/** Returns the median; of an even number the upper one of the two middle values. 0 if empty. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
