/** A visit's interval with its buffers in minutes. Instants are sortable text. */
export type Occupying = {
  readonly start: string;
  readonly end: string;
  readonly bufferBefore?: number | undefined;
  readonly bufferAfter?: number | undefined;
};

/** Whether half-open intervals overlap. */
export const overlap = (
  one: { start: string; end: string },
  other: { start: string; end: string },
): boolean => one.start < other.end && other.start < one.end;

const minutesOn = (instant: string, minutes: number): string =>
  minutes === 0 ? instant : new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** Returns a visit's interval with its buffers. */
export const occupied = ({
  start,
  end,
  bufferBefore = 0,
  bufferAfter = 0,
}: Occupying): { start: string; end: string } => ({
  start: minutesOn(start, -bufferBefore),
  end: minutesOn(end, bufferAfter),
});

/** Returns the times that are in the way of a visit, with the buffers of both. */
export const inTheWay = <Taken extends Occupying>(taken: readonly Taken[], wanted: Occupying): Taken[] =>
  taken.filter((one) => overlap(occupied(one), occupied(wanted)));
