import { Client } from 'pg';

/** Counts this process's PostgreSQL statements by name, or else by text. */
export const countStatements = () => {
  const counts = new Map<string, number>();
  const { prototype } = Client;
  // oxlint-disable-next-line typescript/unbound-method -- put back as it was
  const { query } = prototype;
  const counted = function (this: Client, ...given: unknown[]): unknown {
    const [asked] = given as [string | { name?: string; text?: string }];
    const text = typeof asked === 'string' ? asked : (asked.name ?? asked.text ?? '');
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return Reflect.apply(query, this, given);
  };
  prototype.query = counted as typeof query;
  return {
    /** Returns the counts since the last call. */
    take: (): ReadonlyMap<string, number> => {
      const taken = new Map(counts);
      counts.clear();
      return taken;
    },
    end: (): void => {
      prototype.query = query;
    },
  };
};

/** Returns the sum of the counts whose name or text is wanted; of all by default. */
export const sumOf = (counts: ReadonlyMap<string, number>, wanted = (_text: string) => true): number =>
  [...counts].reduce((sum, [text, count]) => (wanted(text) ? sum + count : sum), 0);
