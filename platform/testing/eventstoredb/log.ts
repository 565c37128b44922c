export type Kept = {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type Proposed = Pick<Kept, 'id' | 'type' | 'data' | 'metadata'>;

/** −1: no stream; null: any. */
export type Expected = number | null;

/** Result of an append. The position is missing for a repeat whose place is unknown. */
export type Outcome = { readonly last: Kept } | { readonly wrong: number };

/**
 * EventStoreDB's log with its rules for expected revisions and idempotency (`IndexWriter.CheckCommit`): beyond the
 * expected revision, the same ids in the same places are a repeat; at the expected revision, ids are not checked.
 * Positions are bytes: they grow unevenly, and the server's own events lie in between.
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
    /** Adds an event of the server itself. */
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

export type KeptLog = ReturnType<typeof createKeptLog>;
