/**
 * Returns a function that reports frequent events: the first at once, further ones as a count every `every` ms while
 * they continue. Each kind is counted separately.
 */
export const createThrottle = <Kind>(
  every: number,
  tell: (kind: Kind, count: number) => void,
): ((kind: Kind) => void) => {
  const untold = new Map<Kind, number>();
  const report = (kind: Kind): void => {
    const count = untold.get(kind) ?? 0;
    untold.delete(kind);
    if (count === 0) return;
    tell(kind, count);
    untold.set(kind, 0);
    setTimeout(report, every, kind).unref();
  };
  return (kind) => {
    const before = untold.get(kind);
    untold.set(kind, (before ?? 0) + 1);
    if (before === undefined) report(kind);
  };
};
