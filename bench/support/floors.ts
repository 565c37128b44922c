/** A ratio that must not fall below two thirds of its usual value on two quiet cores. */
export type Floor = {
  readonly bench: 'appends' | 'bookings' | 'availability' | 'reads';
  readonly what: string;
  readonly least: number;
};

/** Ratios to the bare baseline: with 64 callers, reads with 16 clients. */
export const floors: readonly Floor[] = [
  { bench: 'appends', what: 'appends', least: 1.2 },
  { bench: 'bookings', what: 'bookings', least: 0.3 },
  { bench: 'availability', what: 'free times', least: 0.45 },
  { bench: 'reads', what: 'a week of a calendar', least: 0.15 },
  { bench: 'reads', what: 'an unchanged week', least: 0.2 },
  { bench: 'reads', what: 'a clinic page', least: 0.2 },
];

/** Returns the floors of a bench that its ratios miss. */
export const fallen = (bench: Floor['bench'], measured: Readonly<Record<string, number>>): Floor[] =>
  floors.filter((floor) => floor.bench === bench && !((measured[floor.what] ?? 0) >= floor.least));
