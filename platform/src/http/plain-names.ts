import { MalformedRequest } from './problem.ts';

/** Fields with names of people or things, which appear in mails and pages. */
const names: ReadonlySet<string> = new Set(['name', 'lastname', 'city', 'address', 'serviceName', 'title']);

const domains =
  'com|net|org|info|biz|io|co|app|dev|me|it|es|eu|uk|fr|de|ch|ru|cn|tk|xyz|online|site|shop|top|link|click';

/** Matches web and mail addresses; S.r.l., dr.ssa and C.so do not match. */
const linkLike = new RegExp(
  [
    // The end of a scheme suffices; matching its beginning at every letter would take quadratic time.
    String.raw`[a-z0-9+.-]:\/\/`,
    String.raw`\bwww\.`,
    String.raw`[^\s@]@[\p{L}\p{N}-]+\.[\p{L}]{2,}`,
    String.raw`[\p{L}\p{N}-]\.(?:${domains})(?::\d+)?[/?#]`,
    String.raw`\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?[/?#]`,
  ].join('|'),
  'iu',
);

/**
 * Returns the text as a reader sees it and a browser parses it: without invisible characters, with wide letters and
 * dots as plain ones.
 */
const seen = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.');

/** Whether a mail program or a reader would take a name for a link. */
export const isLinkLike = (text: string): boolean => linkLike.test(seen(text));

const deepest = 4;

const linksIn = (value: unknown, path: readonly string[]): string[] => {
  if (typeof value === 'string') {
    return names.has(path.at(-1) ?? '') && isLinkLike(value) ? [path.join('.')] : [];
  }
  if (typeof value !== 'object' || value === null || path.length > deepest) return [];
  return Object.entries(value).flatMap(([key, field]) => linksIn(field, [...path, key]));
};

/** Throws if a name in the body is a web or mail address, because strangers would read it in our mails. */
export const requirePlainNames = (body: unknown): void => {
  const issues = linksIn(body, []).map((path) => ({ path, message: 'must not be a link or an email' }));
  if (issues.length > 0) throw new MalformedRequest(issues);
};
