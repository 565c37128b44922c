/**
 * Returns a function that reports frequent events: the first at once, further ones as a count every `every` ms while
 * they continue. Each kind is counted separately.
 */
export const createThrottle = <Kind>(
  every: number,
  report: (kind: Kind, count: number) => void,
): ((kind: Kind) => void) => {
  const counts = new Map<Kind, number>();
  const flush = (kind: Kind): void => {
    const count = counts.get(kind) ?? 0;
    counts.delete(kind);
    if (count === 0) return;
    report(kind, count);
    counts.set(kind, 0);
    setTimeout(flush, every, kind).unref();
  };
  return (kind) => {
    const before = counts.get(kind);
    counts.set(kind, (before ?? 0) + 1);
    if (before === undefined) flush(kind);
  };
};
