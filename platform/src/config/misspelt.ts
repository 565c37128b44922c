type Environment = Readonly<Record<string, string | undefined>>;

/** Number of letters that differ between two texts, counted up to a little more than matters. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [index, own] of other.split('').entries())
      next.push(Math.min(row[index]! + Number(own !== letter), row[index + 1]! + 1, next[index]! + 1));
    row = next;
  }
  return row.at(-1)!;
};

const bare = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Short names are close to many others. */
const shortest = 6;

const meant = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => bare(one) === bare(name)) ??
  known.find(
    (one) => one.length >= shortest && distance(one, name.toUpperCase()) <= (one.length < 10 ? 1 : 2),
  );

/** Finds the names that are no settings but look like one, each with the setting that is meant. */
export const misspeltNames = (env: Environment, known: readonly string[]): ReadonlyMap<string, string> => {
  const unknown = Object.keys(env).filter((name) => env[name]?.trim() && !known.includes(name));
  return new Map(
    unknown.flatMap((name) => {
      const setting = meant(name, known);
      return setting === undefined ? [] : [[name, setting] as const];
    }),
  );
};
