import { Client } from 'pg';

/** The statements of every connection of this process to PostgreSQL, counted by their name or else their text. */
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
    /** How often each came since the last look. */
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

/** How many statements that is, of those whose name or text is asked for; of all by default. */
export const sumOf = (counts: ReadonlyMap<string, number>, wanted = (_text: string) => true): number =>
  [...counts].reduce((sum, [text, count]) => (wanted(text) ? sum + count : sum), 0);
