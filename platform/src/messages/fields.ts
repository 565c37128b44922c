/** Returns the text at a path such as `messages.0.status`; undefined if there is none. */
export const fieldAt = (value: unknown, path: string): string | undefined => {
  // A name may itself contain dots.
  if (isRecord(value) && path in value) return textOf(value[path]);
  let found: unknown = value;
  for (const part of path.split('.')) {
    if (!isRecord(found) || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return textOf(found);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
