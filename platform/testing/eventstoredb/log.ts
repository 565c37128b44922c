/** An event as EventStoreDB keeps it. */
export type Kept = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** An event as it is sent to be appended. */
export type Proposed = Pick<Kept, 'id' | 'type' | 'data' | 'metadata'>;

/** −1: no stream; null: any. */
export type Expected = number | null;

/** What an append leads to. The position is missing where an earlier append is answered for whose place is unknown. */
export type Outcome = { readonly last: Kept } | { readonly wrong: number };

/**
 * The log of EventStoreDB, its rules of expectation and idempotency included (`IndexWriter.CheckCommit` of the server):
 * where the stream is further than expected, the same ids in the same places are a repeat; where it is as expected,
 * ids are not looked at. Positions are bytes: they grow in uneven steps, and the server's own events stand in between.
 */
export const createKeptLog = () => {
  const all: Kept[] = [];
  const watching = new Set<(event: Kept) => void>();
  let size = 1_000;

  const of = (stream: string) => all.filter((event) => event.stream === stream);

  const keep = (stream: string, proposed: Proposed): Kept => {
    const event = { ...proposed, stream, revision: of(stream).length, position: size };
    size += 97 + proposed.data.length;
    all.push(event);
    for (const watch of watching) watch(event);
    return event;
  };

  const note = () =>
    keep('$stats-127.0.0.1:2113', {
      id: crypto.randomUUID(),
      type: '$statsCollected',
      data: empty,
      metadata: empty,
    });

  return {
    all: all as readonly Kept[],
    of,
    /** The server writes something for itself. */
    note,
    watch: (see: (event: Kept) => void) => {
      watching.add(see);
      return () => watching.delete(see);
    },
    append: (stream: string, expected: Expected, events: readonly Proposed[]): Outcome => {
      const present = of(stream);
      const head = present.length - 1;
      const from = expected ?? head;
      const there = present.slice(from + 1, from + 1 + events.length);
      const repeated = there.length === events.length && there.every(({ id }, n) => id === events[n]?.id);
      if (repeated) return { last: there.at(-1)! };
      if (from !== head) return { wrong: head };
      const kept = events.map((event) => keep(stream, event));
      note();
      return { last: kept.at(-1)! };
    },
  };
};

const empty = new TextEncoder().encode('{}');

/** A log as EventStoreDB keeps it. */
export type KeptLog = ReturnType<typeof createKeptLog>;
