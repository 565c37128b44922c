import type { Json } from './contract.ts';

const isRecord = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Lists fields that requests newly require. */
const newlyRequired = (before: Json, now: Json, path: string): string[] => {
  if (!path.includes('.requestBody.') || !isRecord(before) || !isRecord(now)) return [];
  const had = (before['required'] ?? []) as readonly string[];
  const has = (now['required'] ?? []) as readonly string[];
  // Only for existing objects: `properties` is a sibling of `required`.
  if (!isRecord(before['properties'])) return [];
  return has.filter((name) => !had.includes(name)).map((name) => `${path}.required: ${name} is new`);
};

/**
 * Lists the paths in `before` that are missing or different in `now`. Additions are not listed, except newly
 * required request fields. A request field may become optional, and a request's list may become empty.
 */
export const missing = (before: Json, now: Json | undefined, path = ''): string[] => {
  if (now === undefined) return path.includes('.requestBody.') && path.endsWith('.minItems') ? [] : [path];
  if (isRecord(before)) {
    if (!isRecord(now)) return [path];
    const gone = Object.entries(before).flatMap(([name, value]) =>
      missing(value, now[name], `${path}.${name}`),
    );
    return [...gone, ...newlyRequired(before, now, path)];
  }
  if (Array.isArray(before)) {
    if (!Array.isArray(now)) return [path];
    if (path.includes('.requestBody.') && path.endsWith('.required')) return [];
    const entries = now as readonly Json[];
    return (before as readonly Json[]).flatMap((entry, index) =>
      entries.some((other) => missing(entry, other, path).length === 0) ? [] : [`${path}[${index}]`],
    );
  }
  return isSame(before, now) ? [] : [path];
};
