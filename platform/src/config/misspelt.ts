type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the edit distance of two texts, stopping soon after it is too large to matter. */
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

/** Minimum length: short names resemble many others. */
const shortest = 6;

const meant = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => bare(one) === bare(name)) ??
  known.find(
    (one) => one.length >= shortest && distance(one, name.toUpperCase()) <= (one.length < 10 ? 1 : 2),
  );

/** Returns unknown names that resemble a setting, with that setting. */
export const misspeltNames = (env: Environment, known: readonly string[]): ReadonlyMap<string, string> => {
  const unknown = Object.keys(env).filter((name) => env[name]?.trim() && !known.includes(name));
  return new Map(
    unknown.flatMap((name) => {
      const setting = meant(name, known);
      return setting === undefined ? [] : [[name, setting] as const];
    }),
  );
};
