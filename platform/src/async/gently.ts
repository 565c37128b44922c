/** Milliseconds of the event loop that one piece of work takes before others have their turn. */
const piece = 4;

/** Pieces that wait for their turn: as many a turn of the loop as take one piece's time, however many works go on at once. */
const waiting: (() => void)[] = [];

const goOn = (until = performance.now() + piece): void => {
  waiting.shift()?.();
  if (waiting.length === 0) return;
  // What was let go on runs in microtasks; a tick that one of them asks for comes after all of them.
  queueMicrotask(() =>
    process.nextTick(() => (performance.now() < until ? goOn(until) : setImmediate(goOn))),
  );
};

/** Waits until others had their turn. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });

/** Answers, to be awaited between two steps of long work: others get their turn where it has taken long enough. */
export const createBreath = (): (() => Promise<void> | undefined) => {
  let since = performance.now();
  return () => {
    if (performance.now() - since < piece) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
  };
};

/** What `Array.map` answers, with turns for others in between. */
export const mapGently = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> => {
  const breathe = createBreath();
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    const pause = breathe();
    if (pause) await pause;
  }
  return results;
};
