export type BatcherOptions<Item, Result> = {
  /** Maximum number of items per flush. */
  maximum: number;
  /** Writes all items at once; returns results in their order. */
  flush: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Keys of an item, of which it may have several. Items with a common key never share a flush and
   * keep their order.
   */
  key?: (item: Item) => string | readonly string[];
  /** Whether a single item may have caused the failure of a flush, so that each is retried alone. True by default. */
  divisible?: (error: unknown) => boolean;
};

/** Joins concurrent calls into one write. */
export type Batcher<Item, Result> = {
  /** Resolves when the flush with the item has ended. */
  add: (item: Item) => Promise<Result>;
};

type Entry<Item, Result> = {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

/** Creates a batcher with group commit: one flush at a time; items that arrive meanwhile go into the next. */
export const createBatcher = <Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> => {
  let waiting: Entry<Item, Result>[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Waits for one turn of the event loop: callers that the last flush answered can join this
      // flush.
      await new Promise(setImmediate);
      const { taken, left } = take(waiting, options);
      waiting = left;
      await settle(taken, options);
    }
    running = false;
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (running) return;
        running = true;
        void run();
      }),
  };
};

const take = <Item, Result>(
  waiting: readonly Entry<Item, Result>[],
  { maximum, key }: BatcherOptions<Item, Result>,
) => {
  if (!key) return { taken: waiting.slice(0, maximum), left: waiting.slice(maximum) };
  const keys = new Set<string>();
  const taken: Entry<Item, Result>[] = [];
  const left: Entry<Item, Result>[] = [];
  for (const entry of waiting) {
    const names = [key(entry.item)].flat();
    if (taken.length < maximum && !names.some((name) => keys.has(name))) taken.push(entry);
    else left.push(entry);
    for (const name of names) keys.add(name);
  }
  return { taken, left };
};

const settle = async <Item, Result>(
  entries: readonly Entry<Item, Result>[],
  options: BatcherOptions<Item, Result>,
): Promise<void> => {
  try {
    const results = await options.flush(entries.map(({ item }) => item));
    if (results.length !== entries.length) {
      throw new Error(`A flush of ${entries.length} items gave ${results.length} results`);
    }
    for (const [index, entry] of entries.entries()) entry.resolve(results[index] as Result);
  } catch (error) {
    const alone = entries.length > 1 && (options.divisible?.(error) ?? true);
    if (!alone) for (const entry of entries) entry.reject(error);
    else for (const entry of entries) await settle([entry], options);
  }
};
