/** Milliseconds of work before it yields to the event loop. */
const piece = 4;

/**
 * Yielded tasks. Each turn of the loop resumes as many as fit into one piece's time, however many tasks there are.
 */
const waiting: (() => void)[] = [];

const goOn = (until = performance.now() + piece): void => {
  waiting.shift()?.();
  if (waiting.length === 0) return;
  // Resumed tasks run in microtasks; a tick queued by one of them runs after all of them.
  queueMicrotask(() =>
    process.nextTick(() => (performance.now() < until ? goOn(until) : setImmediate(goOn))),
  );
};

export const yieldTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });

/**
 * Returns a function to await between two steps of long work: it yields if the current piece has taken long enough.
 */
export const createYield = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < piece) return undefined;
    return yieldTurn().then(() => {
      since = performance.now();
    });
  };
};

/** As `Array.map`, yielding to the event loop in between. */
export const mapYielding = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> => {
  const yieldIfDue = createYield();
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    const pause = yieldIfDue();
    if (pause) await pause;
  }
  return results;
};
